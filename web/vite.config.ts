import { svelte } from "@sveltejs/vite-plugin-svelte";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The theme is set before the first paint by a script of its own; the content security policy allows no inline one. */
function themeFirst(): Plugin {
  return {
    name: "theme-first",
    apply: "build",
    buildStart() {
      this.emitFile({ type: "asset", name: "theme.js", source: readFileSync(here("./src/theme.js"), "utf-8") });
    },
    transformIndexHtml: {
      order: "post",
      handler(_html, { bundle }) {
        const file = Object.keys(bundle ?? {}).find((name) => /theme-.*\.js$/.test(name));
        if (!file) throw new Error("theme.js was not emitted");
        return [{ tag: "script", attrs: { src: `/${file}` }, injectTo: "head-prepend" }];
      },
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
