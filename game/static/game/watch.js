/* On a projector a note closes by itself when the game has gone on; whoever stands there closes it
   sooner, with a tap or a key. live.js remembers it. */
(() => {
  "use strict";
  const note = () => document.querySelector("dialog[data-note][open]");
  document.addEventListener("click", (event) => event.target.closest("dialog[data-note]")?.close());
  document.addEventListener("keydown", (event) => {
    const key = event.key.toLowerCase();
    if (["escape", "n", " "].includes(key) && note() && !event.target.closest("a, button")) {
      event.preventDefault();
      note().close();
    }
  });
})();
