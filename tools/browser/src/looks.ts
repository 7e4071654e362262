import type { BrowserOptions } from "./startBrowser.js"

/** How a page is looked at: each must hold up in all of these. */
export const looks: ReadonlyArray<readonly [name: string, options: BrowserOptions]> = [
  ["light and wide", {}],
  ["dark and wide", { colorScheme: "dark" }],
  ["light and 360 pixels wide, in German", { width: 360, height: 640, locale: "de-DE" }],
  [
    "dark and 360 pixels wide, in German",
    { width: 360, height: 640, colorScheme: "dark", locale: "de-DE" }
  ]
]
