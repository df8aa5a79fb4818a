// The page begins: what both uses have in common.
let redraw = () => {};
document.body.classList.add(plays ? "play" : "watch");
document.querySelector("main").hidden = false;
const kinds = ["noble", "religious", "trade", "military", "unique"];
at("key").append("Districts:", ...kinds.flatMap((kind) => [make("span", `letter ${kind}`, kind[0].toUpperCase()), kind]), "; the number is the cost. Press a card for what it does.");
at("close").addEventListener("click", close);
document.addEventListener("keydown", (event) => { if (event.key === "Escape") close(); });
at("thoughts").addEventListener("toggle", () => redraw());
window.addEventListener("resize", () => redraw());
if (plays) play(); else watch();
