// Reads aloud what carries data-speak, with a voice that is on this device: without the internet.
// No such voice for the page's language, no button.
(() => {
  const speech = window.speechSynthesis;
  const button = document.querySelector("[data-speak-button]");
  if (!speech || !button) return;
  const label = button.querySelector("span");
  const read = label.textContent;
  const language = document.documentElement.lang;
  let run = 0;

  const voice = () =>
    speech.getVoices().find((one) => one.localService && one.lang.toLowerCase().split(/[-_]/)[0] === language);

  function show() {
    button.hidden = !voice();
  }

  function ended(which) {
    if (which !== run) return;
    run += 1;
    label.textContent = read;
    button.setAttribute("aria-pressed", "false");
  }

  function stop() {
    ended(run);
    speech.cancel();
  }

  function start() {
    const mine = (run += 1);
    const texts = [...document.querySelectorAll("[data-speak]")].map((part) => part.textContent.trim());
    label.textContent = button.dataset.stop;
    button.setAttribute("aria-pressed", "true");
    texts.forEach((text, at) => {
      const said = new SpeechSynthesisUtterance(text);
      said.voice = voice();
      said.lang = said.voice.lang;
      said.rate = 0.95;
      said.onerror = () => ended(mine);
      if (at === texts.length - 1) said.onend = () => ended(mine);
      speech.speak(said);
    });
  }

  button.addEventListener("click", () => (button.getAttribute("aria-pressed") === "true" ? stop() : start()));
  if (speech.addEventListener) speech.addEventListener("voiceschanged", show);
  else speech.onvoiceschanged = show; // older Safari
  window.addEventListener("pagehide", () => speech.cancel());
  show();
})();
