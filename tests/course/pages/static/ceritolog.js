"use strict";

// ?n=3&j1=humano&j2=maquina&nivel=2
const wish = new URLSearchParams(location.search);
const N = Number(wish.get("n") || 3);
const LEVEL = Number(wish.get("nivel") || 2);
const seats = { 1: wish.get("j1") || "humano", 2: wish.get("j2") || "maquina" };

const element = (id) => document.getElementById(id);
let board = "";
let turn = "1";
const captured = { 1: 0, 2: 0 };

async function query(text) {
  const response = await fetch("/json", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ query: text }),
  });
  const answer = await response.json();
  if (answer.success === "error") throw new Error(answer.error);
  if (!answer.success) return null;
  return Object.fromEntries(answer.vars.map(({ var: name, value }) => [name, value]));
}

async function human(f, c, d) {
  if (seats[turn] !== "humano") return;
  const answer = await query(`jugada_humano(${board},${turn},${f},${c},${d},Tablero2,Turno2,Celdas).`);
  if (!answer) {
    element("notice").textContent = "Jugada inválida";
    return;
  }
  await played(f, c, d, answer);
}

async function machine() {
  const answer = await query(
    `jugada_maquina(${board},${turn},${LEVEL},F,C,D,Tablero2,Turno2,Celdas).`);
  await played(answer.F, answer.C, answer.D, answer);
}

async function played(f, c, d, answer) {
  element("notice").textContent = "";
  element("last").textContent = `${f}-${c}-${d}`;
  element(`l-${f}-${c}-${d}`).dataset.drawn = turn;
  captured[turn] += JSON.parse(answer.Celdas).length;
  element("boxes").textContent = `${captured[1]} ${captured[2]}`;
  board = answer.Tablero2;
  turn = answer.Turno2;
  await next();
}

async function next() {
  const end = await query(`fin_del_juego(${board},P1,P2,Ganador).`);
  if (end) {
    element("result").textContent = `${end.P1} ${end.P2} ${end.Ganador}`;
    return;
  }
  element("turn").textContent = turn;
  document.body.dataset.turn = turn;
  if (seats[turn] === "maquina") await machine();
}

async function start() {
  board = (await query(`tablero(${N},Tablero).`)).Tablero;
  for (let f = 1; f <= N; f += 1) {
    for (let c = 1; c <= N; c += 1) {
      for (const d of ["h", "v"]) {
        if ((d === "h" && c === N) || (d === "v" && f === N)) continue;
        const line = document.createElement("button");
        line.id = `l-${f}-${c}-${d}`;
        line.textContent = `${f}-${c}-${d}`;
        line.onclick = () => human(f, c, d);
        element("lines").append(line);
      }
    }
  }
  await next();
}

start().catch((error) => { element("notice").textContent = String(error); });
