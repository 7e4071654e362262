import { relative } from "node:path"
import { defineConfig, type UserConfig } from "vitepress"
import { slug } from "../markdown/index.js"
import { root } from "../pages.js"
import { sidebar } from "./sidebar.js"
import { staged } from "./stage.js"

type Markdown = Parameters<NonNullable<NonNullable<UserConfig["markdown"]>["config"]>>[0]

/** Double braces are Handlebars' on these pages: Vue must not take them for its own. */
const withoutInterpolation = (markdown: Markdown): void => {
  for (const name of ["text", "code_inline"] as const) {
    const rule = markdown.renderer.rules[name]
    if (rule !== undefined)
      markdown.renderer.rules[name] = (...all) => rule(...all).replaceAll("{{", "&#123;&#123;")
  }
}

const here = `${root}tools/docs`

/**
 * The settings of VitePress. Nothing that the site shows comes from elsewhere: no fonts, no
 * scripts, no search service.
 */
export const config = defineConfig({
  title: "Telemark",
  description: "Transactional email as a TypeScript library",
  lang: "en-GB",
  srcDir: relative(here, staged),
  // What is copied as it is must not become pages as well.
  srcExclude: ["public/**"],
  outDir: "dist/site",
  cacheDir: "dist/cache",
  // The largest file is the index of the search.
  vite: { build: { chunkSizeWarningLimit: 2000 } },
  markdown: {
    config: withoutInterpolation,
    anchor: { slugify: slug },
    theme: { light: "github-light-high-contrast", dark: "github-dark" }
  },
  themeConfig: {
    search: { provider: "local" },
    outline: [2, 3],
    nav: [
      { text: "Getting started", link: "/getting-started" },
      { text: "Embedding", link: "/embedding" },
      { text: "HTTP", link: "/http" },
      { text: "Every operation", link: "/http-reference" }
    ],
    sidebar: sidebar().map(({ items, ...group }) => ({ ...group, items: [...items] }))
  }
})
