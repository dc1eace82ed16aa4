// Before anything is painted: the theme that was chosen here last, and our own letters where they need not be fetched. And what
// the language and the next game need is fetched at once (src/pasar/server/http/offline.py): the scripts would ask later.
(() => {
  let kept = {};
  try {
    kept = JSON.parse(localStorage.getItem("pasar") ?? "{}");
  } catch {
    // Without storage there is nothing to remember.
  }
  if (kept.theme === "light" || kept.theme === "dark") document.documentElement.dataset.theme = kept.theme;
  if (navigator.serviceWorker?.controller) delete document.documentElement.dataset.letters;
  const links = [...document.querySelectorAll("link[data-when]")];
  const chosen = (wishes) => wishes.find((wish) => links.some((link) => link.dataset.when === wish));
  const language = chosen([kept.language, ...navigator.languages.map((tag) => tag.slice(0, 2)), "en"]);
  const home = !location.search.startsWith("?/");
  const game = (home || location.search.startsWith("?/table/")) && chosen([kept.last?.game, links[0]?.dataset.when]);
  for (const wanted of [language, game]) {
    for (const link of links) if (link.dataset.when === wanted) link.rel = link.dataset.rel;
  }
  if (home && game && kept.last?.against !== "friends") offer();

  /** Whoever wants to play need not wait for the page: the wish is kept until its scripts are here (src/main.ts). */
  function offer() {
    const button = document.querySelector(".opening button");
    if (!button) return requestAnimationFrame(offer);
    const [play, busy] = button.dataset[language].split("|");
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
