/* Keeps the live page true: one event stream for all tables of the class. Each event is a table in
   small, which takes the place of the one before; its news go to the top of what has happened. */
(() => {
  "use strict";
  const live = document.getElementById("live");
  if (!live) return;

  const LOOK = 20_000; // how long somebody has been stuck or away is told anew
  const TOLD = 40;

  const news = document.getElementById("news");
  const blank = document.getElementById("news-line");
  let askedAt = Date.now();
  let asking = false;

  const parsed = (html) => new DOMParser().parseFromString(html, "text/html");
  const versionOf = (glance) => Number(glance.dataset.version);

  /* Puts a table in its place unless what is there is newer. */
  function put(glance) {
    const old = document.getElementById(glance.id);
    if (!old || versionOf(glance) < versionOf(old)) return;
    const number = old.closest(".tab").querySelector("h2").textContent;
    for (const one of glance.querySelectorAll(".glance__news li")) {
      tell(`news-${glance.id.split("-")[1]}-${one.dataset.n}`, one.dataset.at, number, one.textContent, "wrong" in one.dataset);
    }
    glance.querySelector(".glance__news")?.remove();
    old.replaceWith(document.importNode(glance, true));
  }

  function tell(id, at, number, text, wrong) {
    if (document.getElementById(id)) return;
    const item = blank.content.firstElementChild.cloneNode(true);
    item.id = id;
    item.className = wrong ? "is-new is-wrong" : "is-new";
    item.querySelector("time").textContent = at;
    item.querySelector("b").textContent = number;
    item.querySelector("span span").textContent = text;
    news.prepend(item);
    while (news.children.length > TOLD) news.lastElementChild.remove();
  }

  /* Everything as it is now. */
  async function refresh() {
    if (asking) return;
    asking = true;
    askedAt = Date.now();
    try {
      const answer = await fetch(live.dataset.fresh, { headers: { "HX-Request": "true" } });
      if (answer.redirected || answer.status === 404) return location.reload(); // signed out, or another class
      if (answer.ok) show(parsed(await answer.text()));
    } catch {
      line.lost();
    } finally {
      asking = false;
    }
  }

  function show(page) {
    const now = page.getElementById("live");
    if (!now || now.dataset.sitting !== live.dataset.sitting) return location.reload();
    line.back();
    for (const id of ["live-title", "live-says", "live-late"]) document.getElementById(id).textContent = page.getElementById(id).textContent;
    for (const glance of page.querySelectorAll(".glance")) put(glance);
    for (const one of [...page.querySelectorAll("#news li")].reverse()) {
      tell(one.id, one.querySelector("time").textContent, one.querySelector("b").textContent, one.querySelector("span span").textContent, one.className === "is-wrong");
    }
  }

  function eachSecond() {
    if (document.hidden) return;
    if (Date.now() - askedAt > LOOK) refresh();
    for (const element of document.querySelectorAll("[data-left]")) {
      element.dataset.left = Math.max(0, Number(element.dataset.left) - 1);
      element.textContent = element.dataset.left;
    }
  }

  /* One of the small sheets at a time; a press beside it, or Escape, closes it. */
  const sheets = ".more[open], .sure[open]";
  document.addEventListener("click", (event) => {
    for (const one of document.querySelectorAll(sheets)) if (!one.contains(event.target)) one.open = false;
  });
  document.addEventListener("keydown", (event) => {
    const open = event.key === "Escape" && document.querySelector(sheets);
    if (!open) return;
    open.open = false;
    open.querySelector("summary").focus();
  });
  setInterval(eachSecond, 1_000);

  const line = keepLine(live.dataset.events, {
    glance: (event) => {
      const glance = parsed(event.data).querySelector(".glance");
      if (glance) put(glance);
      if (glance?.classList.contains("glance--over")) refresh(); // it may be played again
    },
    version: (event) => {
      const [table, version] = event.data.split("/");
      const shown = document.getElementById(`glance-${table}`);
      if (!shown || Number(version) > versionOf(shown)) refresh();
    },
  }, refresh);
})();
