import { svelte } from "@sveltejs/vite-plugin-svelte";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The theme is set before the first paint by a script of its own; the content security policy allows no inline one. */
function themeFirst(): Plugin {
  const file = here("./src/theme.js");
  let name = "";
  return {
    name: "theme-first",
    buildStart() {
      if (!this.meta.watchMode) {
        const id = this.emitFile({ type: "asset", name: "theme.js", source: readFileSync(file, "utf-8") });
        name = id;
      }
    },
    generateBundle(_options, bundle) {
      const html = bundle["index.html"];
      if (html?.type === "asset" && typeof html.source === "string") {
        html.source = html.source.replace("<head>", `<head>\n    <script src="/${this.getFileName(name)}"></script>`);
      }
    },
  };
}

export default defineConfig({
  plugins: [svelte(), themeFirst()],
  resolve: { alias: { $lib: here("./src/lib"), $words: here("../src/spyhouse/words") } },
  build: {
    outDir: here("../src/spyhouse/page"),
    emptyOutDir: true,
    assetsInlineLimit: 0, // the content security policy allows no inline script or style
    modulePreload: { polyfill: false },
    target: "es2022",
  },
  server: {
    fs: { allow: [".."] },
    proxy: { "/api": { target: "http://localhost:4242", ws: true } },
  },
});
