(function () {
  "use strict";
  function at(id) { return document.getElementById(id); }
  function every(selector, act) { Array.prototype.forEach.call(document.querySelectorAll(selector), act); }
  // What a page has been told stays until its reader goes on: it is not loaded again while a step is under way or its answer is shown.
  var begun = new Set(), dirty = false, leaving = false, under = 0, told = false, first = JSON.parse(at("state").textContent);

  function post(name, body) {
    under += 1;
    return fetch("/" + name, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) }).finally(function () { under -= 1; }).then(function (answer) {
      return answer.json().then(function (data) {
        if (!answer.ok) { throw new Error(data.error); }
        return data;
      });
    });
  }
  function tell(place, words) { place.textContent = words; place.hidden = words === ""; }
  function follow(data) {
    if (data.go) { leaving = true; location.href = data.go; }
    if (data.reload) { keep(); leaving = true; location.reload(); }
    if (data.ended) { leaving = true; document.body.textContent = "The studio has ended. This page can be closed."; }
  }
  function typed(form) {
    var values = {};
    Array.prototype.forEach.call(form.elements, function (one) { if (one.name) { values[one.name] = one.value; } });
    return form.hasAttribute("data-typed") ? { file: form.getAttribute("data-file"), typed: values } : values;
  }

  // A file of games: read here, and sent as text.
  function upload(form) {
    var file = form.querySelector("input[type=file]").files[0], most = Number(form.getAttribute("data-most"));
    if (file.size > most) {
      return Promise.reject(new Error(file.name + " has " + file.size + " bytes; the studio takes " + most + ". Add it in a terminal: citadels plays add FILE"));
    }
    return new Promise(function (done, failed) {
      var reader = new FileReader();
      reader.onload = function () { done(reader.result.slice(reader.result.indexOf(",") + 1)); };
      reader.onerror = function () { failed(new Error(file.name + " cannot be read.")); };
      reader.readAsDataURL(file);
    }).then(function (data) { return post("upload", { file: form.getAttribute("data-file"), name: file.name, data: data }); });
  }
  // As many lines as the game had players.
  function seats() {
    every("#enter [data-seat]", function (line) { line.hidden = Number(line.getAttribute("data-seat")) > Number(at("enter").elements.players.value); });
  }
  if (at("enter")) { at("enter").addEventListener("change", seats); seats(); }
  // The next game of an evening has the same players, who may sit elsewhere.
  function again(form) {
    var kept = Array.prototype.filter.call(form.elements, function (one) { return form === at("enter") && /^(players|date|player\d)$/.test(one.name); })
      .map(function (one) { return [one, one.value]; });
    form.reset();
    kept.forEach(function (pair) { pair[0].value = pair[1]; });
    seats();
    begun.delete(form);
    if (kept.length) { form.elements.characters1.focus(); }
  }
  // A game that is half typed, and the names for the next one, stay while another step loads the page again.
  function keep() {
    if (at("enter")) { sessionStorage.setItem(location.pathname, JSON.stringify(typed(at("enter")).typed)); }
  }
  function restore() {
    var kept = JSON.parse(sessionStorage.getItem(location.pathname) || "null");
    sessionStorage.removeItem(location.pathname);
    if (!kept || !at("enter")) { return; }
    Object.keys(kept).forEach(function (name) { if (at("enter").elements[name]) { at("enter").elements[name].value = kept[name]; } });
    if (Object.keys(kept).some(function (name) { return /^(characters|score|winner)/.test(name) && kept[name]; })) {
      at("enter").closest("details").open = true;
      begun.add(at("enter"));
    }
    seats();
  }
  restore();
  // The field that a fault is about.
  function point(form, words) {
    var place = /^Seat (\d), (\w+):/.exec(words), field = place && form.elements[place[2] + place[1]];
    if (field) { field.focus(); }
  }

  // Forms and buttons: each is one step.
  every("form[data-act]", function (form) {
    var fault = form.querySelector(".wrong");
    form.addEventListener("input", function () { begun.add(form); });
    form.addEventListener("submit", function (event) {
      event.preventDefault();
      tell(fault, "");
      if (form.querySelector(".note")) { tell(form.querySelector(".note"), ""); }
      every("button", function (button) { button.classList.add("waits"); });
      var send = form.hasAttribute("data-most") ? upload(form) : post(form.getAttribute("data-act"), typed(form));
      send.then(function (data) {
        follow(data);
        if (data.said) { told = true; again(form); tell(form.querySelector(".note"), data.said); }
      }).catch(function (error) { tell(fault, error.message); point(form, error.message); }).finally(function () {
        every("button", function (button) { button.classList.remove("waits"); });
      });
    });
  });
  every("button[data-act]", function (button) {
    button.addEventListener("click", function () {
      button.disabled = true;
      post(button.getAttribute("data-act"), JSON.parse(button.getAttribute("data-body"))).then(function (data) {
        follow(data);
        if (data.said) {
          button.disabled = false;
          told = true;
          tell(button.closest("li, section").querySelector(".note"), data.said);
          if (button.getAttribute("data-act") === "add") { button.replaceWith("✓ added to people's games "); }
        }
      }).catch(function (error) {
        button.disabled = false;
        tell(at("trouble"), error.message);
        at("trouble").scrollIntoView({ block: "nearest" });
      });
    });
  });

  // The command that a form would give.
  every("form[data-plan]", function (form) {
    function plan() {
      var fault = form.querySelector(".wrong");
      post("plan", typed(form)).then(function (data) { tell(fault, ""); at("plan").textContent = data.command; })
        .catch(function (error) { at("plan").textContent = ""; tell(fault, error.message); });
    }
    form.addEventListener("input", plan);
    plan();
  });

  // The rules: what differs and what is wrong, as it is typed.
  var rules = at("rules"), timer = 0, asked = 0;
  function fields() { return Array.prototype.filter.call(rules.elements, function (one) { return one.name; }); }
  function changes() {
    var values = {};
    fields().forEach(function (one) {
      var own = one.value !== one.getAttribute("data-was");
      one.closest(".field").classList.toggle("typed", own);
      if (one.closest(".field").querySelector(".says")) { one.closest(".field").querySelector(".says").textContent = one.selectedOptions[0].text; }
      if (own) { values[one.name] = one.value; }
    });
    return values;
  }
  function faults(found) {
    fields().forEach(function (one) { tell(one.closest(".field").querySelector(".wrong"), found[one.name] || ""); });
    at("fault").hidden = Object.keys(found).length === 0;
    at("fault").replaceChildren.apply(at("fault"), Object.keys(found).map(function (key) {
      var line = document.createElement("p"), link = document.createElement("a"), field = at(key);
      link.textContent = field ? document.querySelector('label[for="' + CSS.escape(key) + '"]').textContent : "";
      link.href = "#" + key;
      line.append(link, (field ? " " : "") + found[key]);
      return line;
    }));
  }
  function item(words) {
    var line = document.createElement("li");
    line.textContent = words;
    return line;
  }
  function show(values, data) {
    var wrong = Object.keys(data.faults).length > 0, count = Object.keys(values).length;
    faults(data.faults);
    at("changed").replaceChildren.apply(at("changed"), data.changed.map(item));
    at("warnings").replaceChildren.apply(at("warnings"), data.warnings.map(function (one) {
      var line = item(one[1] + " "), link = document.createElement("a");
      link.textContent = "Change it";
      link.href = "#" + one[0];
      line.append(link);
      return line;
    }));
    at("warned").hidden = data.warnings.length === 0;
    at("none").hidden = wrong || data.changed.length > 0;
    at("without").hidden = !wrong;
    at("save").disabled = wrong || count === 0;
    at("discard").disabled = count === 0;
    at("unsaved").textContent = count === 0 ? "" : count === 1 ? "1 field is not saved." : count + " fields are not saved.";
    dirty = count > 0;
  }
  function preview() {
    var values = changes(), number = ++asked;
    post("preview", { file: rules.getAttribute("data-file"), typed: values }).then(function (data) {
      if (number === asked) { show(values, data); }
    }).catch(function (error) { if (number === asked) { show(values, { faults: { "": error.message }, changed: [], warnings: [] }); } });
  }
  if (rules && rules.hasAttribute("data-file")) {
    rules.addEventListener("submit", function (event) { event.preventDefault(); });
    rules.addEventListener("input", function () { dirty = true; at("save").disabled = true; clearTimeout(timer); timer = setTimeout(preview, 200); });
    at("save").addEventListener("click", function () {
      at("save").disabled = true;
      post("save", { file: rules.getAttribute("data-file"), digest: rules.getAttribute("data-digest"), typed: changes() }).then(function (data) {
        if (data.faults) { faults(data.faults); } else { dirty = false; follow(data); }
      }).catch(function (error) { at("save").disabled = false; faults({ "": error.message }); });
    });
    at("discard").addEventListener("click", function () { dirty = false; leaving = true; rules.reset(); location.reload(); });
  }
  if (at("find")) {
    at("find").addEventListener("input", function () {
      var words = at("find").value.toLowerCase();
      every(".rule-card", function (card) { card.hidden = card.textContent.toLowerCase().indexOf(words) < 0; });
    });
  }
  window.addEventListener("beforeunload", function (event) { if ((dirty || begun.has(at("enter"))) && !leaving) { event.preventDefault(); } });

{% include "thin.js.j2" %}

  window.addEventListener("resize", thin);
  every("details", function (part) { part.addEventListener("toggle", thin); });
  thin();

  // What goes on: one bar; when something has ended or begun, the page is loaded again.
  function stamp(state) { return JSON.stringify([state.games, state.people, state.study && [state.study.about, state.study.ending, state.study.versions]]); }
  function watch() {
    fetch("/state").then(function (answer) { if (!answer.ok) { throw new Error(); } return answer.json(); }).then(function (state) {
      var study = state.study;
      if (stamp(state) !== stamp(first) && !dirty && !leaving && !told && begun.size === Number(begun.has(at("enter"))) && under === 0 && !document.querySelector("form :focus")) { keep(); leaving = true; location.reload(); return; }
      tell(at("compiling"), state.compiling);
      at("job").hidden = !study || study.ending !== "";
      if (study) {
        at("line").textContent = study.line;
        if (study.done === null) { at("bar").removeAttribute("value"); } else { at("bar").value = study.done; }
        at("edited").hidden = !study.edited;
      }
      tell(at("trouble"), at("trouble").getAttribute("data-gone") ? "" : at("trouble").textContent);
      at("trouble").removeAttribute("data-gone");
      setTimeout(watch, 1000);
    }).catch(function () {
      if (!leaving) { at("trouble").setAttribute("data-gone", "1"); tell(at("trouble"), "The studio does not answer. If it has stopped, start it again: citadels studio"); setTimeout(watch, 3000); }
    });
  }
  setTimeout(watch, 1000);
  if (matchMedia("(max-width: 48rem)").matches) { at("shelf").open = false; }
})();
