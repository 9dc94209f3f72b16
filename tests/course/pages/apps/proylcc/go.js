"use strict";

let board = null;
let turn = "b";
let passed = false;
let asked = null;

const element = (id) => document.getElementById(id);

const pengine = new Pengine({
  server: "/pengine",
  application: "proylcc",
  destroy: false,
  oncreate() { ask("start", "emptyBoard(Board)"); },
  onsuccess() { succeeded(this.data[0]); },
  onfailure() { element("notice").textContent = "Jugada inválida"; done(); },
  onerror() { element("notice").textContent = "Error: " + this.data; done(); },
});

function ask(what, query) {
  asked = what;
  pengine.ask(query);
}

function done() {
  document.body.dataset.answers = Number(document.body.dataset.answers || 0) + 1;
}

function succeeded(answer) {
  if (asked === "score") {
    const winner = answer.Negro > answer.Blanco ? "GANADOR Negro"
      : answer.Negro < answer.Blanco ? "GANADOR Blanco" : "EMPATE";
    element("result").textContent = `${winner}: Negro = ${answer.Negro}, Blanco = ${answer.Blanco}`;
    turn = "b";
    passed = false;
    ask("start", "emptyBoard(Board)");
    return;
  }
  if (asked === "move") {
    turn = turn === "b" ? "w" : "b";
    passed = false;
  }
  element("notice").textContent = "";
  board = answer.Board;
  draw();
  done();
}

function draw() {
  element("turn").textContent = turn === "b" ? "Negro" : "Blanco";
  const rows = board.map((row, r) => {
    const line = document.createElement("tr");
    line.append(...row.map((cell, c) => {
      const point = document.createElement("td");
      point.id = `p-${r}-${c}`;
      point.textContent = cell === "-" ? "" : cell;
      point.onclick = () =>
        ask("move", `goMove(${Pengine.stringify(board)},${Pengine.stringify(turn)},[${r},${c}],Board)`);
      return point;
    }));
    return line;
  });
  element("board").replaceChildren(...rows);
}

element("pass").onclick = () => {
  if (passed) {
    ask("score", `finDelJuego(${Pengine.stringify(board)}, Negro, Blanco)`);
    return;
  }
  passed = true;
  turn = turn === "b" ? "w" : "b";
  draw();
};
