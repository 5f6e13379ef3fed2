/* A quiz by keys, with a clock when one was asked for, and with tiles that can be dragged.

   Everything is a link or a form that works without this script; htmx swaps what is inside #frame. Here: the keys
   1 to 5, the pressed look, the clock, what is said when the server can't be reached, and dragging. */
(() => {
  "use strict";
  if (!document.getElementById("frame")) return;

  let shownAt = 0;
  let pressedAt = 0; // the first press of a double click
  let sent = null; // the last request: the form or link, and the button that was pressed
  let ticking = 0;

  /* ---- Keys: a digit chooses the option, or the place for the picked tile --------------------------------------- */
  document.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && event.target.matches("input[name=tile]")) event.preventDefault(); // a place is pressed, not guessed
    if (event.altKey || event.ctrlKey || event.metaKey || event.repeat || !/^[1-9]$/.test(event.key)) return;
    const named = (name) => `#ask button[name=${name}][value="${event.key}"]:not([tabindex])`;
    const button = document.querySelector(`${named("answer")}, ${named("to")}`);
    if (!button || button.matches(":disabled")) return;
    event.preventDefault();
    if (!document.getElementById("lost").hidden) return;
    button.click();
  });

  /* ---- Never twice ------------------------------------------------------------------------------------------------ */
  // The second press of a double click that began on the question before is no wish: it neither goes on nor takes
  // the focus from what does.
  document.addEventListener("mousedown", (event) => {
    if (event.detail === 1) pressedAt = performance.now();
  }, true);
  for (const name of ["mousedown", "click"]) {
    document.addEventListener(name, (event) => {
      if (!event.isTrusted || event.detail < 2 || pressedAt > shownAt) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    }, true);
  }
  document.addEventListener("submit", (event) => event.submitter?.classList.add("is-pressed"), true);

  /* ---- Sending: what can't be sent is kept, and can be sent again -------------------------------------------------- */
  document.addEventListener("htmx:beforeRequest", (event) => {
    const { elt, requestConfig } = event.detail;
    sent = { elt, button: requestConfig?.triggeringEvent?.submitter ?? null };
    document.getElementById("lost").hidden = true;
  });
  for (const name of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) {
    document.addEventListener(name, () => {
      if (!document.getElementById("lost")) return;
      document.getElementById("lost").hidden = false;
      setTimeout(() => document.getElementById("retry").focus(), 0); // after htmx has let go of the buttons
    });
  }
  // A whole page comes when this is no longer the quiz of whoever sits here: it is shown as a page.
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (!/<html/i.test(event.detail.xhr.responseText)) return;
    event.detail.shouldSwap = false;
    location.reload();
  });
  document.addEventListener("click", (event) => {
    if (event.target.closest("#retry") && sent) again();
  });
  function again() {
    const { elt, button } = sent;
    document.getElementById("lost").hidden = true;
    if (!elt.isConnected) return location.reload();
    // htmx sends the button that was clicked last, and forgets it with the focus: so it is clicked once more.
    if (elt.matches("form") && !button?.isConnected) elt.requestSubmit();
    else (button ?? elt).click();
  }
  addEventListener("online", () => {
    if (sent && !document.getElementById("lost").hidden) again();
  });

  /* ---- After a swap --------------------------------------------------------------------------------------------------- */
  document.addEventListener("htmx:afterSwap", () => {
    shownAt = performance.now();
    sent = null;
    scrollTo({ top: 0, behavior: "instant" });
    begin();
  });
  document.addEventListener("htmx:historyRestore", begin);
  document.addEventListener("change", (event) => {
    const says = event.target.dataset.says;
    if (says) document.getElementById("now").textContent = says;
  });

  /* ---- The clock: calm, and in words --------------------------------------------------------------------------------- */
  function begin() {
    clearInterval(ticking);
    const clock = document.getElementById("clock");
    if (!clock) return;
    const ends = performance.now() + Number(clock.dataset.left) * 1000;
    const all = Number(clock.dataset.seconds);
    const says = clock.querySelector(".clock__says");
    const words = new Intl.NumberFormat(document.documentElement.lang, { style: "unit", unit: "second", unitDisplay: "long" });
    const bar = clock.querySelector(".clock__bar span");
    const show = () => {
      const left = Math.max(0, (ends - performance.now()) / 1000);
      const text = words.format(Math.ceil(left));
      if (says.textContent !== text) says.textContent = text;
      bar.style.transform = `scaleX(${Math.min(1, left / all).toFixed(3)})`;
      if (left > 0 || sent) return;
      clearInterval(ticking);
      clock.requestSubmit();
    };
    show();
    ticking = setInterval(show, 250);
  }

  /* ---- Dragging a tile onto its place; pressing is the way, this is an extra -------------------------------------------- */
  let drag = null;
  document.addEventListener("pointerdown", (event) => {
    const tile = event.target.closest("label.tile");
    if (tile && event.isPrimary && event.button === 0) drag = { tile, x: event.clientX, y: event.clientY, ghost: null, touch: event.pointerType === "touch" };
  });
  document.addEventListener("pointermove", (event) => {
    if (!drag) return;
    if (!drag.ghost && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > 8) lift();
    if (!drag?.ghost) return;
    drag.ghost.style.transform = `translate(${event.clientX - drag.dx}px, ${event.clientY - drag.dy}px)`;
    const over = binAt(event);
    for (const bin of document.querySelectorAll(".bin")) bin.classList.toggle("is-over", bin === over);
  });
  document.addEventListener("touchmove", (event) => {
    if (drag?.ghost) event.preventDefault(); // the page stays where it is
  }, { passive: false });
  document.addEventListener("pointerup", (event) => {
    if (!drag?.ghost) return drop();
    const bin = binAt(event);
    const radio = drag.tile.querySelector("input");
    drop();
    if (!bin) return;
    radio.checked = true;
    bin.querySelector("button").click();
  });
  document.addEventListener("pointercancel", () => drop());
  document.addEventListener("dragstart", (event) => event.preventDefault());

  function lift() {
    const box = drag.tile.getBoundingClientRect();
    drag.ghost = drag.tile.cloneNode(true);
    drag.ghost.querySelector("input").remove();
    drag.ghost.classList.add("ghost");
    drag.ghost.style.width = `${box.width}px`;
    drag.ghost.style.height = `${box.height}px`;
    drag.dx = drag.x - box.left;
    drag.dy = drag.y - box.top;
    drag.tile.classList.add("is-dragged");
    document.body.append(drag.ghost);
  }
  function drop() {
    drag?.ghost?.remove();
    drag?.tile.classList.remove("is-dragged");
    for (const bin of document.querySelectorAll(".is-over")) bin.classList.remove("is-over");
    drag = null;
  }
  function binAt(event) {
    return document.elementFromPoint(event.clientX, event.clientY)?.closest(".bin") ?? null;
  }

  begin();
})();
