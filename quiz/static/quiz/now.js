/* A pupil's page asks every few seconds whether the class plays, and goes to the table by itself, once: whoever goes
   away from there on purpose is shown the way back. */
(() => {
  "use strict";
  const address = document.currentScript.dataset.now;
  async function ask() {
    if (document.hidden) return;
    try {
      const answer = await fetch(address, { headers: { "HX-Request": "true" } });
      const way = answer.headers.get("HX-Redirect");
      if (way && way !== location.pathname) return location.assign(way);
      const place = answer.headers.get("Content-Location");
      const called = document.getElementById("called");
      called.hidden = !place || place === location.pathname;
      if (place) called.querySelector("a").href = place;
    } catch {
      // Without a line: asked again in a moment.
    }
  }
  setTimeout(ask, 2_000);
  setInterval(ask, 5_000);
  document.addEventListener("visibilitychange", ask);
})();
