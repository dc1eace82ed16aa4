// Before anything is painted: the theme that was chosen here last, and our own letters where they need not be fetched.
(() => {
  try {
    const kept = JSON.parse(localStorage.getItem("pasar") ?? "{}");
    if (kept.theme === "light" || kept.theme === "dark") document.documentElement.dataset.theme = kept.theme;
  } catch {
    // Without storage there is nothing to remember.
  }
  if (navigator.serviceWorker?.controller) delete document.documentElement.dataset.letters;
})();
