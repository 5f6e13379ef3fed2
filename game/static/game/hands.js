/* Hands, keys and ears at the table, beside live.js: cards can be dragged, the whole game played by
   keyboard, and what happens be heard. All of it only presses the controls that are there. */
(() => {
  "use strict";
  const byId = (id) => document.getElementById(id);
  const one = (selector) => document.querySelector(selector);
  const note = () => one("dialog[data-note][open]");
  const myTurn = () => one(".prompt--mine") !== null;

  // ---- Dragging: a card held for a moment (or moved, with a mouse) follows the finger to a row.

  const HOLD = 220; // ms; a quicker movement of a finger scrolls, as everywhere
  const SLACK = 8; // px
  let drag = null;

  function press(event) {
    const radio = event.target.closest("#hand input[name=card]");
    if (!radio || drag || !event.isPrimary || event.button !== 0 || !myTurn()) return;
    drag = { radio, id: event.pointerId, x: event.clientX, y: event.clientY, ghost: null };
    const waits = event.pointerType !== "mouse" && getComputedStyle(radio).touchAction === "auto";
    if (waits) drag.timer = setTimeout(lift, HOLD);
    drag.held = !waits;
  }

  function lift() {
    const { radio } = drag;
    if (!radio.isConnected || !myTurn()) return drop();
    drag.before = one("#hand input[name=card]:checked");
    radio.checked = true; // the rows open for it
    drag.ghost = byId(radio.id).nextElementSibling.cloneNode(true);
    drag.ghost.removeAttribute("for");
    drag.ghost.classList.add("dragged");
    drag.ghost.setAttribute("aria-hidden", "true");
    document.body.append(drag.ghost);
    document.body.classList.add("is-dragging");
    radio.parentElement.classList.add("hand__item--dragged");
    follow(drag.x, drag.y);
  }

  function move(event) {
    if (!drag || event.pointerId !== drag.id) return;
    const far = Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > SLACK;
    if (!drag.ghost && far && !drag.held) return drop();
    if (!drag.ghost && far) lift();
    if (drag?.ghost) follow(event.clientX, event.clientY);
  }

  function follow(x, y) {
    drag.ghost.style.translate = `${x}px ${y}px`;
    const row = document.elementFromPoint(x, y)?.closest(".row");
    for (const other of document.querySelectorAll(".row--over")) if (other !== row) other.classList.remove("row--over");
    row?.classList.add("row--over");
    drag.row = row;
  }

  function release(event) {
    if (!drag || event.pointerId !== drag.id) return;
    const { ghost, row, radio } = drag;
    drop();
    if (!ghost || !radio.isConnected) return;
    if (row && myTurn()) {
      radio.checked = true;
      row.querySelector(".row__place").click();
    }
  }

  /* Lets go: nothing has happened. */
  function drop() {
    if (!drag) return;
    const { timer, ghost, radio, before } = drag;
    drag = null;
    clearTimeout(timer);
    if (!ghost) return;
    ghost.remove();
    radio.checked = false;
    if (before) before.checked = true;
    radio.parentElement?.classList.remove("hand__item--dragged");
    document.body.classList.remove("is-dragging");
    for (const row of document.querySelectorAll(".row--over")) row.classList.remove("row--over");
  }

  document.addEventListener("pointerdown", press);
  document.addEventListener("pointermove", move);
  document.addEventListener("pointerup", release);
  document.addEventListener("pointercancel", (event) => drag?.id === event.pointerId && drop());
  one(".move").addEventListener("touchmove", (event) => drag?.ghost && event.cancelable && event.preventDefault(), { passive: false });
  document.addEventListener("contextmenu", (event) => event.target.closest("#hand") && drag && event.preventDefault());
  document.addEventListener("dragstart", (event) => event.target.closest("#hand") && event.preventDefault());

  // ---- Keys. They are shown in #keys, and can be switched off there.

  const ROWS = ["EU", "AS", "AF", "AM", "AU"];
  const KEYS_OFF = "table keys off";
  const keys = byId("keys");
  const keysOn = byId("keys-on");
  keysOn.checked = localStorage.getItem(KEYS_OFF) === null;
  keysOn.addEventListener("change", () => {
    if (keysOn.checked) localStorage.removeItem(KEYS_OFF);
    else localStorage.setItem(KEYS_OFF, "1");
  });
  for (const closed of document.querySelectorAll("[data-with-script]")) closed.hidden = false;

  const cards = () => [...document.querySelectorAll("#hand input[name=card]")];

  function take(card) {
    if (!card) return;
    card.checked = true;
    card.focus();
    card.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
  }

  function place(number) {
    if (!note() && myTurn() && one("#hand input[name=card]:checked")) byId(`place-${ROWS[number - 1]}`).click();
  }

  function askToPass() {
    const sure = byId("pass-sure");
    if (note() || !sure) return;
    if (sure.matches(":popover-open")) return byId("pass").click();
    sure.showPopover();
    byId("pass").focus();
  }

  function closeNote() {
    note()?.close();
  }

  /* Where the focus goes when what held it has closed: to what can be done next. */
  document.addEventListener("close", (event) => {
    const lost = document.activeElement === document.body || event.target.contains(document.activeElement);
    if (lost) byId("prompt").focus({ preventScroll: true });
  }, true);

  function readStory() {
    const story = byId("story");
    story.scrollTop = 0;
    story.focus();
  }

  function openKeys() {
    keys.showPopover();
    byId("keys-title").focus();
  }

  const typing = (element) => element.matches("textarea, select, [contenteditable], input:not([type=radio], [type=checkbox], [type=button])");

  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && drag) return drop();
    if (event.ctrlKey || event.altKey || event.metaKey || event.repeat || event.isComposing || typing(event.target)) return;
    const open = one(":popover-open, dialog:modal");
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (open) {
      if (key === "p" && open.id === "pass-sure" && keysOn.checked) handle(event, askToPass);
      return;
    }
    if (key === "Escape" && note()) return handle(event, closeNote);
    if (["ArrowLeft", "ArrowRight", "Home", "End"].includes(key)) return steer(event, key);
    if (!keysOn.checked) return;
    const row = /^(?:Digit|Numpad)([1-5])$/.exec(event.code)?.[1] ?? /^[1-5]$/.exec(key)?.[0];
    if (row && !(event.shiftKey && key !== row)) return handle(event, () => place(Number(row)));
    const does = { p: askToPass, n: closeNote, s: readStory, "?": openKeys }[key];
    if (does) handle(event, does);
  });

  function handle(event, does) {
    event.preventDefault();
    does();
  }

  /* Arrows within the hand are the radio buttons' own; from the prompt they lead into the hand. */
  function steer(event, key) {
    const all = cards();
    const within = all.includes(document.activeElement);
    const free = within || document.activeElement === document.body || byId("prompt").contains(document.activeElement);
    if (!free || !all.length || event.shiftKey || (within && key.startsWith("Arrow"))) return;
    const chosen = all.find((card) => card.checked);
    const to = { Home: all[0], End: all.at(-1), ArrowRight: chosen ?? all[0], ArrowLeft: chosen ?? all.at(-1) }[key];
    handle(event, () => take(to));
  }

  // ---- Sounds: off until somebody switches them on.

  const SOUND_ON = "table sound on";
  const sound = byId("sound");
  const files = {};
  const hearing = () => sound.getAttribute("aria-pressed") === "true";

  function hear(name) {
    if (!hearing() || !navigator.userActivation?.hasBeenActive) return;
    files[name] ??= new Audio(sound.dataset[name]);
    files[name].currentTime = 0;
    files[name].play().catch(() => {}); // the browser may still not want to
    sound.dataset.played = `${sound.dataset.played ?? ""} ${name}`.trim();
  }

  function setSound(on) {
    sound.setAttribute("aria-pressed", String(on));
    if (on) localStorage.setItem(SOUND_ON, "1");
    else localStorage.removeItem(SOUND_ON);
  }

  sound.addEventListener("click", () => {
    setSound(!hearing());
    hear("laid");
  });
  setSound(localStorage.getItem(SOUND_ON) !== null);

  /* What of the table is heard. */
  const heard = () => ({
    done: one(".done, #version[data-go], .prompt--done") !== null,
    turn: myTurn(),
    back: note()?.dataset.note ?? one(".hand__item--back input")?.id ?? "",
    laid: one(".slot--fresh")?.id ?? "",
  });
  let last = heard();

  document.addEventListener("table:shown", () => {
    if (drag && !drag.radio.isConnected) drop();
    const now = heard();
    if (now.done && !last.done) hear("done");
    else {
      if (now.back && now.back !== last.back) hear("back");
      else if (now.laid && now.laid !== last.laid) hear("laid");
      if (now.turn && !last.turn) setTimeout(hear, 350, "turn");
    }
    last = now;
  });
})();
