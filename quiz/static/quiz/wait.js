// Counts a short wait down; without it the button simply asks again.
const seconds = document.querySelector("[data-wait]");
const again = document.querySelector("[data-wait-for]");
const ring = document.querySelector(".pause__left");
if (seconds && again) {
  const end = Date.now() + Number(seconds.dataset.wait) * 1000;
  const all = Number(seconds.dataset.wait);
  const timer = setInterval(() => {
    const left = Math.max(0, Math.ceil((end - Date.now()) / 1000));
    seconds.textContent = left;
    ring.setAttribute("stroke-dasharray", `${left} ${all}`);
    if (!left) {
      clearInterval(timer);
      again.focus();
    }
  }, 1000);
}
