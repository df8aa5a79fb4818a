// Playing: the server tells how the game stands. People who share the page see one seat at a time.

function play() {
  const PAUSE = 1000;
  let state = null;
  let stopped = false;
  let shown = -1; // the number of the state at which the log was scrolled to what is new

  async function request(name, body) {
    const how = body ? { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) } : {};
    let answer;
    try {
      answer = await fetch(name, how);
    } catch {
      throw new Error("The program in the terminal has stopped; the game is saved up to here.");
    }
    const reply = await answer.json();
    if (!answer.ok) throw new Error(reply.error);
    return reply;
  }
  function complain(text) {
    at("message").textContent = text;
    at("message").hidden = !text;
  }
  async function step(name, body) {
    if (at("choices").inert) return;
    at("choices").inert = true;
    complain("");
    try {
      state = await request(name, body);
    } catch (error) {
      complain(error.message);
      state = await request("state").catch(() => state);
    }
    at("choices").inert = false;
    draw();
    at("choices").querySelector(".choice")?.focus({ preventScroll: true });
    if (state.waits) setTimeout(listen, PAUSE);
  }
  const choose = (label) => step("choose", { number: state.number, choice: label });
  const undo = () => step("undo", { number: state.number });
  // Another person decides, at a page of their own: what they did shows here as soon as it is asked for.
  async function listen() {
    try {
      const { number } = await request("number");
      complain("");
      if (number !== state.number) {
        state = await request("state");
        draw();
        at("choices").querySelector(".choice")?.focus({ preventScroll: true });
      }
    } catch (error) {
      complain(error.message);
    }
    if (state.waits) setTimeout(listen, PAUSE);
  }
  // Who shared the page until now goes, and another one comes: nothing of either is shown meanwhile.
  function drawCover({ seat, name }) {
    ["board", "story", "scores"].forEach((id) => { at(id).hidden = true; });
    ["seats", "chart", "log", "scores"].forEach((id) => at(id).replaceChildren());
    shown = -1;
    at("status").textContent = "";
    const ready = button(`I am at seat ${seat + 1}`, "choice", () => step("open", { seat }));
    at("choices").replaceChildren(make("h2", "", `${name} is to decide. Pass the screen on.`), ready);
    at("choices").hidden = false;
    close();
  }
  function drawLog() {
    const log = at("log");
    [...log.children].slice(state.log.length).forEach((item) => item.remove()); // what was undone has not happened
    log.append(...state.log.slice(log.children.length).map(([text, heading]) => make("li", heading ? "heading" : "", text)));
    [...log.children].forEach((item, k) => item.classList.toggle("new", k >= state.news));
    const first = log.children[state.news];
    if (first && shown !== state.number) log.scrollTop = Math.max(0, first.offsetTop - log.offsetTop - 8);
    shown = state.number;
  }
  function drawChoices() {
    let number = 0;
    const groups = state.groups.map((group) => {
      const list = make("div", group.title === "End" ? "group last" : "group", group.title ? make("h3", "", group.title) : null);
      group.choices.forEach((choice) => {
        number += 1;
        const key = group.title === "End" ? make("kbd", "", "0") : number <= 9 ? make("kbd", "", String(number)) : null;
        const item = button("", "choice", () => choose(choice.label));
        item.append(...[key, make("span", "", choice.text, choice.help ? make("small", "", choice.help) : "")].filter(Boolean));
        item.dataset.label = choice.label;
        list.append(item);
      });
      return list;
    });
    at("choices").hidden = !state.question;
    const parts = [make("h2", "", state.question)];
    if (state.undo) parts.push(button("Undo the last choice (U)", "undo", undo));
    if (number > 20) {
      const field = make("input");
      field.type = "search";
      field.placeholder = `Find among ${number} choices`;
      field.setAttribute("aria-label", field.placeholder);
      field.addEventListener("input", () => at("choices").querySelectorAll(".choice").forEach((item) => {
        item.hidden = !item.textContent.toLowerCase().includes(field.value.toLowerCase());
      }));
      parts.push(field);
    }
    const held = at("choices").contains(document.activeElement) ? document.activeElement.dataset.label : undefined;
    at("choices").replaceChildren(...parts, ...groups, number ? make("p", "soft keys", "Keys: a number or ↑ ↓ goes to a choice, 0 to the last one; Enter takes it.") : "");
    // Drawn again, as after a change of the window's size, the choice that had the focus keeps it.
    [...at("choices").querySelectorAll(".choice")].find((choice) => choice.dataset.label === held)?.focus({ preventScroll: true });
  }
  function draw() {
    if (state.cover) {
      drawCover(state.cover);
      return;
    }
    if (data.seat !== state.seat) at("log").replaceChildren();
    data.seat = state.seat;
    ["board", "story"].forEach((id) => { at(id).hidden = false; });
    drawTable(state.table, state.rows, state.chances);
    drawLog();
    drawChoices();
    drawScores(state.result);
    if (state.result) {
      const link = make("a", "", "Step through the game, all cards open");
      link.href = "watch";
      link.target = "_blank";
      at("scores").append(make("p", "", link), wayBack());
      at("stop").textContent = "Close the game";
    }
    drawChances(state.chances, state.choices, null, null);
  }
  // A link to the page that has started the game, once it is over or ended.
  function wayBack() {
    if (!data.back) return "";
    const link = make("a", "", state.result ? "Back to the studio, to add the game to people's games" : "Back to the studio");
    link.href = data.back;
    return make("p", "", link);
  }
  async function stop() {
    try {
      await request("stop", {});
      document.querySelector("main").replaceChildren(make("p", "", `The game is ${state.result ? "over and " : ""}saved; the program names the file. You can close this page.`), wayBack());
      stopped = true;
      at("stop").hidden = true;
    } catch (error) {
      complain(error.message);
    }
  }
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target.matches("input")) return;
    if (event.key.toLowerCase() === "u" && state.undo) undo();
    const all = [...at("choices").querySelectorAll(".choice:not([hidden])")];
    const here = all.indexOf(document.activeElement);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const numbered = /^\d$/.test(event.key) ? (Number(event.key) + all.length - 1) % all.length : -1;
    const next = step && here >= 0 ? (here + step + all.length) % all.length : Number(event.key) > all.length ? -1 : numbered;
    if (!all[next]) return;
    event.preventDefault();
    all[next].focus();
  });
  at("stop").hidden = !data.ends;
  at("stop").addEventListener("click", stop);
  redraw = () => state && !stopped && draw();
  request("state").then((now) => {
    state = now;
    draw();
    at("choices").querySelector(".choice")?.focus({ preventScroll: true });
    if (state.waits) setTimeout(listen, PAUSE);
  }, (error) => complain(error.message));
}
