/* The line to the server: one event stream a tab, closed while nobody looks, opened anew after
   sleep, silence or a lost network. Where streams are blocked the page asks instead, slower.

   keepLine(address, hear, ask): `hear` has a function for each kind of event; `ask` is called when
   something may have been missed, with "&poll" for as long as nothing is heard at all. Returns what
   tells the page that the server can't be reached, and that it can again. */
"use strict";
window.keepLine = (address, hear, ask = () => {}) => {
  const SILENCE = 35_000; // the server pings every 15 s; after this the line is taken for dead
  const RETRY = 3_000;
  const BLOCKED = 10_000; // a stream that has said nothing for so long is held up on the way
  const POLL = 3_000;

  const handlers = {
    ping: () => {},
    again: () => location.reload(), // names are hidden, or shown
    ...hear,
  };
  let stream = null;
  let openedAt = 0;
  let heardAt = 0;
  let askedAt = 0;

  const lost = () => document.body.classList.add("is-offline");
  const back = () => document.body.classList.remove("is-offline");

  function listen() {
    stream?.close();
    stream = null;
    if (document.hidden) return;
    openedAt = Date.now();
    stream = new EventSource(address);
    for (const [kind, handle] of Object.entries(handlers)) {
      stream.addEventListener(kind, (event) => {
        heardAt = Date.now();
        back();
        handle(event);
      });
    }
    stream.onerror = () => {
      lost();
      if (stream?.readyState === EventSource.CLOSED) setTimeout(wake, RETRY);
    };
  }

  /* After sleep or a lost network: a new stream, and what was missed. */
  function wake() {
    listen();
    if (!document.hidden) ask();
  }

  function watch() {
    if (document.hidden) return;
    const now = Date.now();
    if (heardAt < openedAt && now - openedAt > BLOCKED && now - askedAt > POLL) {
      askedAt = now;
      ask("&poll");
    }
    if (now - Math.max(heardAt, openedAt) > SILENCE) listen();
  }

  document.addEventListener("visibilitychange", wake);
  addEventListener("online", wake);
  addEventListener("offline", lost);
  addEventListener("pageshow", (event) => event.persisted && wake());
  addEventListener("pagehide", () => stream?.close());
  setInterval(watch, 1_000);
  listen();
  return { lost, back };
};
