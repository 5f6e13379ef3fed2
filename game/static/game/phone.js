/* On the phone that is tried: do events come at once, or does something on the way hold them back?
   And are cookies kept? The server can't know either. */
(() => {
  "use strict";
  const WAIT = 5_000; // less than the stream stays open
  const show = (id, state) => {
    const check = document.getElementById(id);
    check.hidden = false;
    check.className = `check check--${state}`;
    for (const part of check.children) part.hidden = !(state in part.dataset);
  };

  show("cookies", navigator.cookieEnabled ? "ok" : "bad");
  show("news", "wait");
  const line = new EventSource(document.currentScript.dataset.line);
  const end = (state) => {
    clearTimeout(late);
    line.close();
    show("news", state);
  };
  const late = setTimeout(() => end("bad"), WAIT);
  line.addEventListener("word", () => end("ok"));
  line.onerror = () => end("bad");
})();
