// Watching: all steps of the game are in the page.

function watch() {
  const rounds = [];
  data.steps.forEach((step, i) => rounds.push((i ? rounds[i - 1] : data.rounds_before || 0) + step.round));
  const of = (i, key) => (data.steps[i] ? key(i) : null);
  const round = (i) => rounds[i];
  const turn = (i) => `${rounds[i]} ${data.tables[data.steps[i].seen[0][0]].turn_of}`;
  const last = data.steps.length - 1;
  const from = at("from");
  let now = 0;

  function lines(i) {
    return data.steps[i].lines[from.value].map((text) => data.texts[text]);
  }
  function drawLog() {
    at("log").replaceChildren(...data.steps.map((step, i) => {
      const items = lines(i).map((text) => {
        if (/^Round \d/.test(text)) return make("h3", "", text);
        return make("p", text.startsWith("> ") ? "choice" : "", text.replace(/^> /, ""));
      });
      const item = make("li", "", ...items);
      item.hidden = !items.length;
      item.addEventListener("click", () => show(i));
      return item;
    }));
  }
  function show(i) {
    now = Math.max(0, Math.min(last, i));
    const place = Number(from.value);
    const [table, rows] = data.steps[now].seen[place];
    const seen = data.chances.filter(([, seat]) => !place || seat === place - 1);
    drawTable(data.tables[table], rows.map((row) => data.rows[row]), seen.filter(([step]) => step <= now));
    drawChances(seen, last, now, show);
    drawScores(now === last ? data.result : null);
    at("slider").value = now;
    at("place").textContent = `Step ${now + 1} of ${last + 1}, round ${rounds[now]}`;
    [...at("log").children].forEach((item, k) => item.classList.toggle("now", k === now));
    const item = at("log").children[now];
    at("log").scrollTop = item.offsetTop - at("log").offsetTop - at("log").clientHeight / 3;
  }
  // To the first step of the next turn or round; back, to the first one of this, or from there of the one before.
  function jump(by, key) {
    let i = now;
    if (by < 0 && i > 0) i -= 1;
    const here = key(i);
    while (data.steps[i + by] && key(i + by) === here) i += by;
    show(by > 0 ? i + 1 : i);
  }
  const moves = {
    Home: ["⇤", "Start", () => show(0)],
    PageUp: ["«", "Round back", () => jump(-1, round)],
    ArrowUp: ["‹", "Turn back", () => jump(-1, turn)],
    ArrowLeft: ["←", "Step back", () => show(now - 1)],
    ArrowRight: ["→", "Step on", () => show(now + 1)],
    ArrowDown: ["›", "Turn on", () => jump(1, turn)],
    PageDown: ["»", "Round on", () => jump(1, round)],
    End: ["⇥", "End", () => show(last)],
  };
  at("controls").firstElementChild.append(...Object.values(moves).map(([sign, name, act]) => {
    const node = button(make("span", "sign", sign), "move", act);
    node.append(make("span", "name", name.replace(/ (back|on)$/, "")));
    node.setAttribute("aria-label", name);
    node.title = name;
    return node;
  }));
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target.matches("input, select")) return;
    if (event.key in moves) {
      event.preventDefault();
      moves[event.key][2]();
    } else if (event.key.toLowerCase() === "v") {
      from.value = (Number(from.value) + 1) % from.options.length;
      from.dispatchEvent(new Event("change"));
    }
  });
  data.names.forEach((name, seat) => from.append(new Option(`As ${name} sees it`, seat + 1)));
  from.addEventListener("change", () => { drawLog(); show(now); });
  at("slider").max = last;
  at("slider").addEventListener("input", () => show(Number(at("slider").value)));
  at("controls").hidden = false;
  at("thoughts").open = true;
  at("story").before(at("thoughts"));
  drawLog();
  redraw = () => show(now);
  show(0);
}
