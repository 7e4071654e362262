import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { defineConfig } from "vite"

const here = dirname(fileURLToPath(import.meta.url))

/**
 * The pages, built into files with names that change with their content. All addresses are
 * relative: the dashboard may be mounted anywhere.
 */
export default defineConfig({
  root: join(here, "app"),
  base: "./",
  // Packages of this repository are compiled from their sources.
  resolve: { conditions: ["@telemark/source", "module", "browser", "development|production"] },
  build: {
    outDir: join(here, "dist/app"),
    emptyOutDir: true,
    // Of the packages that are built in, as they require.
    license: { fileName: "LICENSES.md" },
    // An inlined file would be a `data:` address, which the content security policy doesn't allow
    // for scripts and styles.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 600,
    // A page of advice to whoever develops plugins, at the first start of everybody's clone.
    rolldownOptions: { checks: { bundlerTimings: false } },
    target: "es2022"
  },
  worker: { format: "es" },
  // While pages are being changed: what `npm start` runs answers everything else.
  server: { proxy: { "/v1": "http://127.0.0.1:3025" } },
  logLevel: "warn"
})
