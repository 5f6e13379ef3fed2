/* Dragging a name to another table chooses that table in the name's list, which all else follows. */
(() => {
  "use strict";
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
