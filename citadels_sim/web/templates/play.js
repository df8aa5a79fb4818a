// Playing: the server tells how the game stands.

function play() {
  let state = null;
  let shown = -1; // the number of choices at which the log was scrolled to what is new

  async function request(name, body) {
    const how = body ? { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) } : {};
    let answer;
    try {
      answer = await fetch(name, how);
    } catch {
      throw new Error("The program in the terminal has ended; it has saved the game so far.");
    }
    const reply = await answer.json();
    if (!answer.ok) throw new Error(reply.error);
    return reply;
  }
  function complain(text) {
    at("message").textContent = text;
    at("message").hidden = !text;
  }
  async function choose(label) {
    if (at("choices").inert) return;
    at("choices").inert = true;
    complain("");
    try {
      state = await request("choose", { number: state.number, choice: label });
    } catch (error) {
      complain(error.message);
      state = await request("state").catch(() => state);
    }
    at("choices").inert = false;
    draw();
    at("choices").querySelector(".choice")?.focus({ preventScroll: true });
  }
  function drawLog() {
    const log = at("log");
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
    at("choices").hidden = !number;
    const parts = [make("h2", "", state.question)];
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
    at("choices").replaceChildren(...parts, ...groups, make("p", "soft keys", "Keys: a number or ↑ ↓ goes to a choice, 0 to the last one; Enter takes it."));
    // Drawn again, as after a change of the window's size, the choice that had the focus keeps it.
    [...at("choices").querySelectorAll(".choice")].find((choice) => choice.dataset.label === held)?.focus({ preventScroll: true });
  }
  function draw() {
    drawTable(state.table, state.rows, state.chances);
    drawLog();
    drawChoices();
    drawScores(state.result);
    if (state.result) {
      const link = make("a", "", "Step through the game, all cards open");
      link.href = "watch";
      link.target = "_blank";
      at("scores").append(make("p", "", link));
    }
    drawChances(state.chances, state.number, null, null);
  }
  async function stop() {
    try {
      await request("stop", {});
      document.querySelector("main").replaceChildren(make("p", "", "The game is saved; the terminal says where. You may close this page."));
      at("stop").hidden = true;
    } catch (error) {
      complain(error.message);
    }
  }
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target.matches("input")) return;
    const all = [...at("choices").querySelectorAll(".choice:not([hidden])")];
    const here = all.indexOf(document.activeElement);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const numbered = /^\d$/.test(event.key) ? (Number(event.key) + all.length - 1) % all.length : -1;
    const next = step && here >= 0 ? (here + step + all.length) % all.length : Number(event.key) > all.length ? -1 : numbered;
    if (!all[next]) return;
    event.preventDefault();
    all[next].focus();
  });
  at("stop").hidden = false;
  at("stop").addEventListener("click", stop);
  redraw = () => state && draw();
  request("state").then((now) => { state = now; draw(); at("choices").querySelector(".choice")?.focus({ preventScroll: true }); }, (error) => complain(error.message));
}
