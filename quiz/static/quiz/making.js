// A teacher's own quizzes: copying an address, and the question looked at comes into view. Extras: all works without.
(() => {
  "use strict";
  for (const button of document.querySelectorAll("[data-copy]")) {
    const says = button.textContent;
    button.hidden = false;
    button.addEventListener("click", async () => {
      const field = document.getElementById(button.dataset.copy);
      try {
        await navigator.clipboard.writeText(field.value);
      } catch { // without https there is no clipboard
        field.select();
        document.execCommand("copy");
        button.focus();
      }
      button.textContent = button.dataset.done;
      setTimeout(() => { button.textContent = says; }, 2000);
    });
  }
  document.addEventListener("htmx:afterSettle", (event) => {
    const panel = document.getElementById("mend");
    if (event.detail.target.id !== "main" || !panel) return;
    const box = panel.getBoundingClientRect();
    if (box.top < 0 || box.top > innerHeight / 2) panel.scrollIntoView({ block: "start" });
    panel.focus({ preventScroll: true });
  });
})();
