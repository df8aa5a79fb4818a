// Tables in a container of class "sortable": a click on a heading sorts by its column, the field above shows the rows that have its words.
(() => {
  const number = (text) => {
    const found = text.replace(/\u2212/g, "-").replace(/(\d),(?=\d{3})/g, "$1").match(/[-+]?\d+(?:\.\d+)?/);
    return found ? parseFloat(found[0]) : null;
  };
  const text = (row, column) => row.cells[column].textContent.trim();

  // Compares two rows; cells without a word or a number come last in either direction.
  const order = (column, numeric, sign) => (a, b) => {
    const [one, other] = [text(a, column), text(b, column)];
    const [x, y] = numeric ? [number(one), number(other)] : [one === "-" ? null : one, other === "-" ? null : other];
    if (x === null || y === null) return (x === null) - (y === null);
    return sign * (numeric ? x - y : x.localeCompare(y));
  };

  function equip(table) {
    const body = table.tBodies[0];
    const numeric = (column) => {
      const cells = [...body.rows].map((row) => text(row, column)).filter((cell) => cell !== "-");
      return column > 0 && cells.filter((cell) => number(cell) !== null).length * 2 > cells.length;
    };

    [...table.tHead.rows[0].cells].forEach((head, column) => {
      const button = document.createElement("button");
      button.type = "button";
      button.append(...head.childNodes);
      head.append(button);
      button.addEventListener("click", () => {
        const falling = head.getAttribute("aria-sort") === "ascending";
        for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
        head.setAttribute("aria-sort", falling ? "descending" : "ascending");
        body.append(...[...body.rows].sort(order(column, numeric(column), falling ? -1 : 1)));
      });
    });

    const field = document.createElement("input");
    field.type = "search";
    field.placeholder = "Show rows with ...";
    field.setAttribute("aria-label", "Show rows with these words");
    field.addEventListener("input", () => {
      const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
      for (const row of body.rows) row.hidden = !words.every((word) => row.textContent.toLowerCase().includes(word));
    });
    table.before(field);
  }

  const start = () => document.querySelectorAll(".sortable table").forEach(equip);
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else start();
})();
