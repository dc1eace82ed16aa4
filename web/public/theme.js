// Before anything is painted: the theme and the language that were chosen here last.
(() => {
  try {
    const kept = JSON.parse(localStorage.getItem("pasar") ?? "{}");
    if (kept.theme === "light" || kept.theme === "dark") document.documentElement.dataset.theme = kept.theme;
    if (kept.language) document.documentElement.lang = kept.language;
  } catch {
    // Without storage there is nothing to remember.
  }
})();
