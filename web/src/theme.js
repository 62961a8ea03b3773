/* Runs before the first paint: the chosen theme, or the system's. */
(function () {
  var chosen = null;
  try {
    chosen = localStorage.getItem("theme");
  } catch {
    /* storage may be closed to us: then the system decides */
  }
  var dark = matchMedia("(prefers-color-scheme: dark)").matches;
  document.documentElement.dataset.theme = chosen === "light" || chosen === "dark" ? chosen : dark ? "dark" : "light";
})();
