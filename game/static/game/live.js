/* Keeps a table's page true without a reload.

   The server sends the parts of the page that changed, as HTML: over an event stream when somebody
   acts, and as the answer to an action of one's own. Each part takes the place of the element with
   its id; a chosen card, a closed note, a scrolled hand, what is unfolded and the focus stay as the
   player left them.
   Without this script every control is still a working form. */
(() => {
  "use strict";
  const live = document.getElementById("live");
  if (!live) return;

  const SAID = 15_000; // after this a sentence is no longer in the live region
  const noteKey = `note ${location.pathname}`;

  let version = Number(live.dataset.version);
  let sent = null; // the own move under way: its request, and the version it was made at
  let myTurn = document.querySelector(".prompt--mine") !== null;
  let told = Math.max(-1, ...[...document.querySelectorAll("[data-n]")].map((line) => Number(line.dataset.n)));

  /* Puts the parts in `html` in their places, by id; what is older than the page is ignored. */
  function show(html) {
    const page = new DOMParser().parseFromString(html, "text/html");
    const stamp = page.getElementById("version");
    if (!stamp) return location.reload(); // a whole page: signed out, or the table is gone
    if (Number(stamp.dataset.version) < version) return;
    if (Number(stamp.dataset.since) > version) return refresh(); // changes to a version not seen here
    version = Number(stamp.dataset.version);
    const held = document.activeElement !== document.body;
    for (const part of page.querySelectorAll("[id]")) {
      const old = document.getElementById(part.id);
      const inner = part.parentElement.closest("[id]");
      if (old && !inner && !old.isEqualNode(part)) replace(old, document.importNode(part, true));
    }
    for (const field of document.querySelectorAll("input[name=version]")) field.value = version;
    tell(page);
    keepNoteClosed();
    line.back();
    if (sent && version > sent.version) settle();
    if (held && document.activeElement === document.body) document.getElementById("prompt")?.focus({ preventScroll: true });
    document.dispatchEvent(new Event("table:shown")); // for hands.js
    moveOn(stamp);
  }

  /* What came of the own move is on the page, by stream or by answer, whichever was quicker: the
     keyboard goes on where the table says what is next. Nothing later moves the focus. */
  function settle() {
    sent = null;
    document.getElementById("prompt")?.focus({ preventScroll: true });
  }

  function replace(old, part) {
    const focused = old.contains(document.activeElement) ? document.activeElement.id : "";
    const chosen = old.querySelector("input[name=card]:checked");
    const tray = old.querySelector(".hand__cards");
    const at = tray ? [tray.scrollLeft, tray.scrollTop] : [0, 0];
    const unfolded = [...old.querySelectorAll("details[open]")];
    old.replaceWith(part);
    for (const one of unfolded) document.getElementById(one.id)?.setAttribute("open", "");
    htmx.process(part);
    const again = chosen && document.getElementById(chosen.id);
    if (again) again.checked = true;
    const newTray = part.querySelector(".hand__cards");
    if (newTray) newTray.scrollTo({ left: at[0], top: at[1], behavior: "instant" });
    if (focused) {
      const heir = document.getElementById(focused) ?? document.getElementById("prompt") ?? part.querySelector("input, button, a");
      if (heir) heir.focus({ preventScroll: true });
    }
  }

  /* Adds new lines to the story, and reads them aloud: each once, oldest first; then the own turn. */
  function tell(page) {
    const lines = [...page.querySelectorAll("[data-n]")].filter((line) => Number(line.dataset.n) > told).reverse();
    for (const line of lines) {
      told = Number(line.dataset.n);
      if (!document.getElementById(line.id)) document.getElementById("lines")?.prepend(document.importNode(line, true));
    }
    for (const line of lines) say(line.textContent.trim());
    const mine = document.querySelector(".prompt--mine");
    if (mine && !myTurn && document.activeElement !== mine) say(mine.querySelector("strong").textContent);
    myTurn = mine !== null;
  }

  /* Each sentence is an element of its own in the live region, so that none takes another's place. */
  function say(text) {
    const sentence = document.createElement("span");
    sentence.textContent = `${text} `;
    document.getElementById("say").append(sentence);
    setTimeout(() => sentence.remove(), SAID);
  }

  /* The table has gone on to another page: the game began, ended, or is played again. */
  function moveOn(step) {
    if (step.dataset.go) setTimeout(() => location.assign(step.getAttribute("href")), Number(step.dataset.go));
  }

  /* A note that was read stays closed when the page is opened again. */
  function keepNoteClosed() {
    const note = document.querySelector("dialog[data-note]");
    if (note && note.dataset.note === sessionStorage.getItem(noteKey)) note.close();
  }

  async function refresh(how = "") {
    try {
      const answer = await fetch(live.dataset.fresh + how, { headers: { "HX-Request": "true" } });
      if (answer.status === 404) return location.reload();
      if (answer.ok) show(await answer.text());
    } catch {
      line.lost();
    }
  }

  /* What the server counts is shown in whole seconds; the server alone decides when time is up. */
  function countDown() {
    for (const element of document.querySelectorAll("[data-left]")) {
      const left = Math.max(0, Number(element.dataset.left) - 1);
      element.dataset.left = left;
      if (element.tagName === "PROGRESS") element.value = left;
      else element.textContent = left;
    }
  }

  setInterval(countDown, 1_000);

  const line = keepLine(live.dataset.events, {
    table: (event) => show(event.data),
    version: (event) => {
      if (Number(event.data) > version) refresh();
    },
  }, refresh);

  document.body.addEventListener("htmx:confirm", (event) => sent && event.preventDefault()); // a second tap
  document.body.addEventListener("htmx:beforeRequest", (event) => {
    sent = { request: event.detail.xhr, version };
    document.getElementById("undone").hidden = true;
  });
  document.body.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.isError) return; // told below
    event.detail.shouldSwap = false;
    event.detail.isError = false;
    show(event.detail.xhr.responseText);
    if (sent?.request === event.detail.xhr) settle();
  });
  document.body.addEventListener("htmx:afterRequest", (event) => {
    if (sent?.request === event.detail.xhr) sent = null;
  });
  document.body.addEventListener("htmx:sendError", line.lost);
  document.body.addEventListener("htmx:responseError", () => {
    document.getElementById("undone").hidden = false;
  });

  document.addEventListener("close", (event) => {
    if (event.target.dataset.note) sessionStorage.setItem(noteKey, event.target.dataset.note);
  }, true);
  keepNoteClosed();
})();
