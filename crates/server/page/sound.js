// @ts-check
// Small sounds made on the spot, off until asked for: a click of stone or
// wood, a scratch of pencil, two soft notes at the end.

import { DRAWINGS } from "./boards/all.js";
import { prefs } from "./prefs.js";

let context = null;

function ready() {
  if (!prefs.sound) return null;
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
  return context;
}

/** A short knock: filtered noise that dies away. */
function knock(audio, { pitch, length, loud, q = 6 }) {
  const frames = Math.ceil(audio.sampleRate * length);
  const buffer = audio.createBuffer(1, frames, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < frames; i++) samples[i] = (Math.random() * 2 - 1) * (1 - i / frames) ** 4;
  const source = new AudioBufferSourceNode(audio, { buffer });
  const filter = new BiquadFilterNode(audio, { type: "bandpass", frequency: pitch, Q: q });
  const gain = new GainNode(audio, { gain: loud });
  source.connect(filter).connect(gain).connect(audio.destination);
  source.start();
}

function note(audio, pitch, after, length) {
  const start = audio.currentTime + after;
  const tone = new OscillatorNode(audio, { type: "sine", frequency: pitch });
  const gain = new GainNode(audio, { gain: 0 });
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(0.12, start + 0.02);
  gain.gain.exponentialRampToValueAtTime(0.0005, start + length);
  tone.connect(gain).connect(audio.destination);
  tone.start(start);
  tone.stop(start + length);
}

const USUAL = { pitch: 2100, length: 0.07, loud: 1.4 };

/** A piece is put down; how that sounds is with the game's board. */
export function playPlaced(game) {
  const audio = ready();
  if (audio) knock(audio, DRAWINGS[game]?.sound ?? USUAL);
}

export function playEnd() {
  const audio = ready();
  if (!audio) return;
  note(audio, 392, 0.1, 0.5);
  note(audio, 523.25, 0.28, 0.9);
}
