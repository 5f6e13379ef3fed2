/* Keeps a table's page true without a reload.

   The server sends the parts of the page that may change, as HTML: over an event stream when
   somebody acts, and as the answer to an action of one's own. A part is replaced only when it
   differs from what was last received, so that a chosen card, a closed note or a scrolled hand
   stays as the player left it. Without this script every control is still a working form. */
(() => {
  "use strict";
  const live = document.getElementById("live");
  if (!live) return;

  const SILENCE = 35_000; // the server pings every 15 s; after this the line is taken for dead
  const RETRY = 3_000;
  const PARTS = ["seats", "prompt", "hand", "layout", "story", "note", "lobby", "end", "watch"];

  let version = Number(live.dataset.version);
  let stream = null;
  let heardAt = 0;
  let told = newestLine(document);
  const received = new Map();
  for (const id of PARTS) remember(document.getElementById(id));

  function remember(part) {
    if (part) received.set(part.id, part.outerHTML);
  }

  function newestLine(root) {
    return Math.max(-1, ...[...root.querySelectorAll("[data-n]")].map((line) => Number(line.dataset.n)));
  }

  /* Shows the parts in `html`; what is older than the page is ignored. */
  function show(html) {
    const page = new DOMParser().parseFromString(html, "text/html");
    const stamp = page.getElementById("version");
    if (!stamp) return location.reload(); // a whole page: signed out, or the table is gone
    if (Number(stamp.dataset.version) < version) return;
    version = Number(stamp.dataset.version);
    for (const id of PARTS) {
      const part = page.getElementById(id);
      const old = document.getElementById(id);
      if (part && old && part.outerHTML !== received.get(id)) {
        remember(part);
        replace(old, document.adoptNode(part));
      }
    }
    document.body.classList.remove("is-offline");
    tell();
    moveOn(page);
  }

  function replace(old, part) {
    const focused = old.contains(document.activeElement) ? document.activeElement.id : "";
    const chosen = old.querySelector("input[name=card]:checked");
    const tray = old.querySelector(".hand__cards");
    const at = tray ? [tray.scrollLeft, tray.scrollTop] : [0, 0];
    old.replaceWith(part);
    htmx.process(part);
    const again = chosen && document.getElementById(chosen.id);
    if (again) again.checked = true;
    const newTray = part.querySelector(".hand__cards");
    if (newTray) newTray.scrollTo({ left: at[0], top: at[1], behavior: "instant" });
    if (focused) {
      const heir = document.getElementById(focused) || part.querySelector("input:checked, input, button, a");
      if (heir) heir.focus({ preventScroll: true });
    }
  }

  /* Reads new lines of the story aloud, each once, oldest first. */
  function tell() {
    const say = document.getElementById("say");
    const lines = [...document.querySelectorAll("#story [data-n]")].filter((line) => Number(line.dataset.n) > told);
    if (!say || !lines.length) return;
    told = newestLine(document);
    say.textContent = lines.reverse().map((line) => line.textContent.trim().replace(/\s+/g, " ")).join(" ");
  }

  /* The table has gone on to another page: the game began, ended, or is played again. */
  function moveOn(page) {
    const step = page.querySelector("[data-go]");
    if (step) setTimeout(() => location.assign(step.getAttribute("href")), Number(step.dataset.go));
  }

  async function refresh() {
    try {
      const answer = await fetch(live.dataset.fresh, { headers: { "HX-Request": "true" } });
      if (answer.status === 404) return location.reload();
      if (answer.ok) show(await answer.text());
    } catch {
      offline();
    }
  }

  function offline() {
    document.body.classList.add("is-offline");
  }

  function listen() {
    if (stream) stream.close();
    stream = null;
    if (document.hidden) return;
    heardAt = Date.now();
    stream = new EventSource(live.dataset.events);
    const heard = (handle) => (event) => {
      heardAt = Date.now();
      document.body.classList.remove("is-offline");
      handle(event);
    };
    stream.addEventListener("ping", heard(() => {}));
    stream.addEventListener("table", heard((event) => show(event.data)));
    stream.addEventListener("version", heard((event) => {
      if (Number(event.data) > version) refresh();
    }));
    stream.onerror = () => {
      offline();
      if (stream && stream.readyState === EventSource.CLOSED) setTimeout(wake, RETRY);
    };
  }

  /* After sleep, silence or a lost network: a new stream, and what was missed. */
  function wake() {
    listen();
    if (!document.hidden) refresh();
  }

  document.addEventListener("visibilitychange", wake);
  window.addEventListener("online", wake);
  window.addEventListener("pageshow", (event) => event.persisted && wake());
  window.addEventListener("pagehide", () => stream && stream.close());
  setInterval(() => !document.hidden && Date.now() - heardAt > SILENCE && wake(), 5_000);

  document.body.addEventListener("htmx:beforeSwap", (event) => {
    event.detail.shouldSwap = false;
    event.detail.isError = false;
    show(event.detail.xhr.responseText);
  });
  document.body.addEventListener("htmx:sendError", offline);

  /* A note that was read stays closed when the page is opened again. */
  const noteKey = `note ${location.pathname}`;
  document.addEventListener("close", (event) => {
    if (event.target.dataset.note) sessionStorage.setItem(noteKey, event.target.dataset.note);
  }, true);
  const note = document.querySelector("dialog[data-note]");
  if (note && sessionStorage.getItem(noteKey) === note.dataset.note) note.close();

  listen();
})();
