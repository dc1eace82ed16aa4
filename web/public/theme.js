// Before anything is painted: the theme that was chosen here last, our own letters where they need not be fetched, and the front page's
// first screen (tools/opening.ts). And what the language and the next game need is fetched at once
// (src/pasar/server/http/offline.py): the scripts would ask later.
(() => {
  const LONGEST_FRAME = 250; // milliseconds
  let kept = {};
  try {
    kept = JSON.parse(localStorage.getItem("pasar") ?? "{}");
  } catch {
    // Without storage there is nothing to remember.
  }
  if (kept.theme === "light" || kept.theme === "dark") document.documentElement.dataset.theme = kept.theme;
  if (navigator.serviceWorker?.controller) delete document.documentElement.dataset.letters;
  const links = [...document.querySelectorAll("link[data-when]")];
  const wishes = [kept.language, ...navigator.languages.map((tag) => tag.slice(0, 2)), "en"];
  const chosen = (wanted) => wanted.find((wish) => links.some((link) => link.dataset.when === wish));
  const language = chosen(wishes);
  const home = links.length ? !location.search.startsWith("?/") : location.pathname === "/"; // src/state/root.ts
  const game = (home || location.search.startsWith("?/table/")) && chosen([kept.last?.game, links[0]?.dataset.when]);
  for (const wanted of [language, game]) {
    for (const link of links) if (link.dataset.when === wanted) link.rel = link.dataset.rel;
  }
  if (home) document.documentElement.dataset.front = "";
  if (home) dress();
  else addEventListener("DOMContentLoaded", begin);

  /** The first screen speaks the reader's language and has the box in front that is taken. */
  function dress() {
    const button = document.querySelector(".opening button"); // what comes last
    if (!button) return requestAnimationFrame(dress);
    const spoken = wishes.find((wish) => wish in button.dataset);
    document.documentElement.lang = spoken;
    for (const each of button.form.querySelectorAll(`:not(button)[data-${spoken}]`)) each.textContent = each.dataset[spoken];
    const boxes = [...button.form.querySelectorAll("[data-game]")];
    const taken = boxes.find((box) => box.dataset.game === kept.last?.game) ?? boxes[0];
    if (taken) taken.dataset.taken = "";
    if (game && kept.last?.against !== "friends") offer(button, ...button.dataset[spoken].split("|"));
    const told = self.PerformanceObserver?.supportedEntryTypes?.includes("paint");
    if (navigator.serviceWorker?.controller || !told) return begin(); // all of it is here, or nobody knows when it is painted
    setTimeout(begin, LONGEST_FRAME); // nobody sees a page that is not painted
    new PerformanceObserver(begin).observe({ type: "paint", buffered: true });
  }

  /** The page's program, which is on its way (tools/opening.ts): with the first screen it would come before anything can be seen. */
  function begin() {
    const program = document.querySelector("link[data-program]");
    if (!program) return;
    delete program.dataset.program; // once
    const script = document.createElement("script");
    [script.type, script.crossOrigin, script.src] = ["module", "anonymous", program.href];
    document.head.append(script);
  }

  /** Whoever wants to play need not wait for the page: the wish is kept until its scripts are here (src/main.ts). */
  function offer(button, play, busy) {
    button.textContent = play.replace("{game}", game.charAt(0).toUpperCase() + game.slice(1));
    button.hidden = false;
    button.removeAttribute("aria-disabled");
    button.form.addEventListener("submit", (event) => {
      event.preventDefault();
      button.textContent = busy;
      button.setAttribute("aria-disabled", "true");
      document.documentElement.dataset.wish = "play";
    });
  }
})();
