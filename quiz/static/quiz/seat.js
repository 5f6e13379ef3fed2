/* The plan of who sits with whom follows each choice: the server makes it anew, and it takes its
   place. Only the last choice counts. Dragging a name chooses a table in the name's list. */
(() => {
  "use strict";
  const form = document.getElementById("seating");
  if (!form) return;
  let asked = null;

  async function show(what) {
    asked?.abort();
    asked = new AbortController();
    const sent = new URLSearchParams(new FormData(form));
    sent.set("do", what);
    try {
      const answer = await fetch(form.getAttribute("action"), { method: "POST", body: sent, headers: { "HX-Request": "true" }, signal: asked.signal });
      if (!answer.ok || answer.redirected) return location.reload();
      put(new DOMParser().parseFromString(await answer.text(), "text/html"));
    } catch {
      // Another choice came, or the line is lost: what is seen stays, and starts as it is seen.
    }
  }

  function put(page) {
    const focused = document.activeElement?.id;
    for (const id of ["plan", "plan-says", "here-says"]) {
      const part = page.getElementById(id);
      if (part) document.getElementById(id).replaceWith(document.importNode(part, true));
    }
    if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  }

  form.addEventListener("change", () => show("show"));
  form.addEventListener("submit", (event) => {
    if (event.submitter?.value !== "mix") return;
    event.preventDefault();
    show("mix");
  });

  let dragged = null;
  const over = (event) => event.target.closest?.(".seat-t");
  const light = (table) => {
    for (const one of document.querySelectorAll(".seat-t.is-over")) one.classList.toggle("is-over", one === table);
    table?.classList.add("is-over");
  };

  document.addEventListener("dragstart", (event) => {
    dragged = event.target.closest?.(".chair:not(.chair--bot)") ?? null;
    if (!dragged) return;
    event.dataTransfer.effectAllowed = "move";
    event.dataTransfer.setData("text/plain", "");
    dragged.classList.add("is-dragged");
  });
  document.addEventListener("dragover", (event) => {
    if (!dragged) return;
    const table = over(event);
    light(table);
    if (table) event.preventDefault();
  });
  document.addEventListener("drop", (event) => {
    const table = over(event);
    if (!dragged || !table) return;
    event.preventDefault();
    const choice = dragged.querySelector("select");
    if (choice.value === table.dataset.number) return;
    choice.value = table.dataset.number;
    choice.dispatchEvent(new Event("change", { bubbles: true }));
  });
  document.addEventListener("dragend", () => {
    dragged?.classList.remove("is-dragged");
    dragged = null;
    light(null);
  });

  // On a small screen the list of names would push the tables away.
  if (matchMedia("(max-width: 46rem)").matches) document.querySelector(".here")?.removeAttribute("open");
})();
