/* Looks back at a finished game without loading a page for every move: the links, the slider and the
   arrow keys bring the parts that a move changed. Without this script the links and the slider's
   form load pages. */
(() => {
  "use strict";
  const form = document.getElementById("scrub");
  const slider = form.elements.move;
  const last = Number(slider.max);
  const kept = new Map(); // move: its parts, or the promise of them

  let shown = Number(slider.defaultValue);
  let wanted = shown;
  let stepping = false;
  slider.value = shown; // a browser that comes back may have kept another
  document.getElementById("replay").classList.add("replay--live");

  const place = (move) => `${form.getAttribute("action")}?move=${move}`;
  const address = (move) => place(move) + (form.elements.names ? "&names=off" : "");

  function parts(move) {
    if (!kept.has(move)) {
      const asked = fetch(address(move), { headers: { "HX-Request": "true" } }).then((answer) => {
        if (!answer.ok) throw new Error(String(answer.status));
        return answer.text();
      });
      asked.catch(() => kept.delete(move));
      kept.set(move, asked);
    }
    return kept.get(move);
  }

  /* Goes to a move; while one is being fetched only the newest wish counts. */
  async function go(move) {
    wanted = Math.min(Math.max(move, 0), last);
    slider.value = wanted;
    if (stepping) return;
    stepping = true;
    try {
      while (shown !== wanted) {
        const next = wanted;
        show(await parts(next));
        shown = next;
      }
    } catch {
      return location.assign(address(wanted)); // the page itself says what is wrong
    } finally {
      stepping = false;
    }
    const here = address(shown);
    history.replaceState(null, "", here);
    for (const field of document.querySelectorAll("input[name=next]")) {
      field.value = field.form.matches(".hide") ? place(shown) : here;
    }
    document.getElementById("say").textContent = document.querySelector("#now h1").textContent;
    for (const near of [shown + 1, shown - 1]) if (near >= 0 && near <= last) parts(near);
  }

  /* Puts each part in its place, by id; the slider stays, since a finger may be on it. */
  function show(html) {
    const page = new DOMParser().parseFromString(html, "text/html");
    for (const part of page.querySelectorAll("[id]:not(#scrub, #hands)")) {
      const outer = part.parentElement.closest("[id]:not(#scrub, #hands)");
      const old = document.getElementById(part.id);
      if (outer || !old || old.isEqualNode(part)) continue;
      const focused = old.contains(document.activeElement);
      const tray = old.querySelector(".hands__cards")?.scrollLeft ?? 0;
      old.replaceWith(document.importNode(part, true));
      const heir = document.getElementById(part.id);
      heir.querySelector(".hands__cards")?.scrollTo({ left: tray, behavior: "instant" });
      if (focused) (heir.matches("a") ? heir : slider).focus({ preventScroll: true });
    }
    slider.setAttribute("aria-valuetext", document.getElementById("counted").textContent);
  }

  slider.addEventListener("input", () => go(Number(slider.value)));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    go(Number(slider.value));
  });

  document.addEventListener("click", (event) => {
    const step = event.target.closest(".scrub__ends a");
    if (!step || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    go(Number(new URL(step.href).searchParams.get("move")));
  });

  const KEYS = { ArrowLeft: () => wanted - 1, ArrowRight: () => wanted + 1, Home: () => 0, End: () => last };
  document.addEventListener("keydown", (event) => {
    if (!KEYS[event.key] || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    if (event.target === slider || event.target.closest(".hands__cards")) return; // they move by themselves
    event.preventDefault();
    go(KEYS[event.key]());
  });

  /* A teacher's page, where names are to be hidden, or shown again: it is asked for anew, as is all
     that was kept. */
  if (form.dataset.events) keepLine(form.dataset.events, { again: () => location.replace(place(shown)) });

  for (const near of [shown + 1, shown - 1]) if (near >= 0 && near <= last) parts(near);
})();
