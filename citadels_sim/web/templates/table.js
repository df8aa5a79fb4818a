"use strict";
// Draws a table of Citadels from data alone, as text: nothing in names or titles can become an element. Two uses: a recorded game, whose
// steps are all in the page (watch), and a game that a person plays, whose state comes from the server (play).
const data = JSON.parse(document.getElementById("data").textContent);
const plays = "seat" in data;
const at = (id) => document.getElementById(id);
const SVG = "http://www.w3.org/2000/svg";

function make(tag, kind, ...children) {
  const element = document.createElement(tag);
  if (kind) element.className = kind;
  element.append(...children.filter((child) => child !== null && child !== ""));
  return element;
}

function button(text, kind, act) {
  const node = make("button", kind, text);
  node.type = "button";
  node.addEventListener("click", act);
  return node;
}

const capital = (text) => text[0].toUpperCase() + text.slice(1);
let opener = null; // what had the focus when a card was opened
const percent = (share) => `${Math.round(100 * share)} %`;

// Cards

function explain(id) {
  const card = data.cards[id];
  at("help").firstElementChild.replaceChildren(...card.help.map((line) => make("p", "", line)));
  at("help").hidden = false;
  opener = document.activeElement;
  at("close").focus();
}

function close() {
  if (at("help").hidden) return;
  at("help").hidden = true;
  if (opener && opener.isConnected) opener.focus();
}

function chip(id, note = "") {
  const card = data.cards[id];
  const letter = make("span", `letter ${card.type}`, card.type === "character" ? "" : card.type[0].toUpperCase());
  letter.setAttribute("aria-hidden", "true");
  const cost = card.cost === null ? "" : make("span", "cost", String(card.cost));
  const node = button("", "chip", () => explain(id));
  node.append(...(card.type === "character" ? [card.title] : [letter, card.title]), cost, note && make("span", "note", note));
  node.title = card.help[0];
  node.setAttribute("aria-label", [card.title, card.type, card.cost === null ? "" : `cost ${card.cost}`, note].filter(Boolean).join(", "));
  return node;
}

function built([id, beautified, tucked]) {
  return chip(id, [beautified ? "beautified" : "", tucked ? `${tucked} under it` : ""].filter(Boolean).join(", "));
}

const hidden = (text) => make("span", "chip back", text);

// The table

function fate(table, rows, rank, id) {
  const seat = rows.findIndex((row) => row.people.includes(id));
  const called = rank < table.next_rank;
  const marks = ["murdered", "robbed", "bewitched"].filter((mark) => table[mark] === id);
  const turn = table.turn_of !== null && table.turn_of[1] === rank;
  let word = "";
  if (table.face_up.includes(id)) word = "removed, face up";
  else if (seat >= 0) word = data.names[seat];
  else if (called && table.murdered !== id) word = "nobody answered";
  return { word, marks, state: turn ? "now" : table.face_up.includes(id) || (called && seat < 0) ? "gone" : called ? "called" : "" };
}

function drawCast(table, rows) {
  at("cast").className = table.cast.length > 8 ? "nine" : "";
  at("cast").replaceChildren(...table.cast.map(([rank, id]) => {
    const { word, marks, state } = fate(table, rows, rank, id);
    const item = make("li", state, make("span", "rank", String(rank)), chip(id), make("span", "who", word));
    marks.forEach((mark) => item.append(make("span", `mark ${mark}`, mark)));
    if (state === "now") item.setAttribute("aria-current", "true");
    return item;
  }));
}

function line(name, cards) {
  return make("div", "cards", make("span", "label", name), ...cards);
}

function drawSeat(table, row, seat, chance) {
  const marks = [];
  if (table.crown === seat) marks.push(make("span", "mark crown", "♛ crown"));
  if (table.completed.includes(seat)) marks.push(make("span", "mark", "complete city"));
  if (table.turn_of !== null && table.turn_of[0] === seat) marks.push(make("span", "mark turn", "has the turn"));
  else if (table.acts === seat) marks.push(make("span", "mark acts", "decides"));
  const counts = [["", row.gold, " gold"], ["", row.cards, row.cards === 1 ? " card" : " cards"]];
  counts.push(["", row.city.length, ` of ${data.city_size} districts`], ["worth ", row.worth, ""]);
  if (chance !== undefined) counts.push(["win chance ", percent(chance), ""]);
  const people = row.people.map((id) => (id === null ? hidden("face down") : chip(id)));
  const node = make(
    "section", `seat${table.acts === seat ? " acts" : ""}${data.seat === seat ? " own" : ""}`,
    make("div", "head", make("h3", "", capital(data.names[seat])), ...people, ...marks,
      make("ul", "counts", ...counts.map(([before, value, after]) => make("li", "", before, make("b", "", String(value)), after)))),
    line("City", row.city.length ? row.city.map(built) : [make("span", "soft", "nothing yet")]),
  );
  if (row.hand !== null && row.hand.length) node.append(line("Hand", row.hand.map((id) => chip(id))));
  node.setAttribute("aria-label", data.names[seat]);
  return node;
}

function drawTable(table, rows, chances) {
  const latest = {};
  chances.forEach(([, seat, value]) => { latest[seat] = value; });
  const parts = [`Round ${table.round}`, table.turn, `${table.deck} cards in the deck`];
  at("status").textContent = parts.filter(Boolean).join(" · ");
  drawCast(table, rows);
  at("marks").replaceChildren(...table.marks.map((text) => make("p", "", text)));
  const seats = rows.map((_, k) => (k + (plays ? data.seat : 0)) % rows.length);
  at("seats").replaceChildren(...seats.map((seat) => drawSeat(table, rows[seat], seat, plays && !at("thoughts").open ? undefined : latest[seat])));
}

function drawScores(result) {
  at("scores").hidden = result === null;
  if (result === null) return;
  const parts = ["total", "districts", "types", "completion", "bonus"];
  const body = make("tbody", "", ...result.ranking.map((seat, place) => {
    const score = result.scores.find((entry) => entry.seat === seat);
    const name = make("th", "", `${place + 1}. ${capital(data.names[seat])}`);
    name.scope = "row";
    return make("tr", result.winners.includes(seat) ? "won" : "", name, ...parts.map((part) => make("td", "", String(score[part]))));
  }));
  const head = make("thead", "", make("tr", "", ...["", ...parts].map((part) => make("th", "", part))));
  at("scores").replaceChildren(make("h2", "", "Points"), make("p", "verdict", capital(result.verdict)), make("table", "", head, body));
}

// Win chances

function shape(tag, attributes, text = "") {
  const element = document.createElementNS(SVG, tag);
  Object.entries(attributes).forEach(([name, value]) => element.setAttribute(name, value));
  element.textContent = text;
  return element;
}

function drawChances(chances, last, now, go) {
  at("thoughts").hidden = !chances.length;
  if (!chances.length || !at("thoughts").open) return;
  const [wide, high, left, low] = [Math.max(280, at("chart").clientWidth), plays ? 200 : 150, 42, 22];
  const x = (step) => left + (wide - left - 8) * (step / Math.max(1, last));
  const y = (share) => 8 + (high - low - 8) * (1 - share);
  const svg = shape("svg", { viewBox: `0 0 ${wide} ${high}`, width: wide, height: high, role: "img" });
  svg.setAttribute("aria-label", "Win chance of each seat by round");
  [0, 0.25, 0.5, 0.75, 1].forEach((share) => {
    svg.append(shape("line", { x1: left, x2: wide - 8, y1: y(share), y2: y(share), class: "grid" }));
    svg.append(shape("text", { x: left - 6, y: y(share) + 4, class: "y" }, percent(share)));
  });
  let [round, free] = [0, 0];
  chances.forEach(([step, , , number]) => {
    if (number === round) return;
    round = number;
    svg.append(shape("line", { x1: x(step), x2: x(step), y1: 8, y2: high - low, class: "grid" }));
    if (x(step) < free) return;
    svg.append(shape("text", { x: x(step), y: high - 6, class: "x" }, free ? String(number) : `Round ${number}`));
    free = x(step) + (free ? 22 : 52);
  });
  const seats = [...new Set(chances.map(([, seat]) => seat))].sort((a, b) => a - b);
  seats.forEach((seat) => {
    const points = chances.filter((entry) => entry[1] === seat).map(([step, , value]) => `${x(step).toFixed(1)},${y(value).toFixed(1)}`);
    svg.append(shape("polyline", { points: points.join(" "), class: `seat${seat}` }));
  });
  if (now !== null) svg.append(shape("line", { x1: x(now), x2: x(now), y1: 8, y2: high - low, class: "now" }));
  if (go) svg.addEventListener("click", (event) => go(Math.round((last * (event.offsetX - left)) / (wide - left - 8))));
  const legend = seats.map((seat) => {
    const sample = shape("svg", { width: 28, height: 10, "aria-hidden": "true" });
    sample.append(shape("line", { x1: 0, x2: 28, y1: 5, y2: 5, class: `seat${seat}` }));
    const known = chances.filter((entry) => entry[1] === seat && (now === null || entry[0] <= now));
    return make("li", "", sample, ` ${capital(data.names[seat])}${known.length ? `, ${percent(known[known.length - 1][2])}` : ""}`);
  });
  at("chart").replaceChildren(svg, make("ul", "legend", ...legend));
}
