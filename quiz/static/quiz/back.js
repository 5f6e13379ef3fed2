// A page that the browser had kept whole is asked for again: it may be somebody else's by now.
addEventListener("pageshow", (event) => event.persisted && location.reload());
