/** Large, deep and broken ones: each within what a send may have. */
export const heavy: ReadonlyArray<readonly [name: string, html: string]> = [
  ["a megabyte of text", `<p>${"All work and no play makes Jack a dull boy. ".repeat(22_000)}</p>`],
  ["60,000 nested elements", "<div>".repeat(60_000) + "deep"],
  ["100,000 elements that end nothing", "<b><i><table><td>".repeat(25_000)],
  [
    "a table of 20,000 rows",
    `<table>${"<tr><td style='padding:1px'>1<td>2".repeat(20_000)}</table>`
  ],
  [
    "half a document",
    "<!doctype html><html><head><title>x<style>p { <body><p style='color: <a href=\"".repeat(2_000)
  ]
]

/** With more links and styles than a check looks through. */
export const linked: ReadonlyArray<readonly [name: string, html: string]> = [
  [
    "a table of 20,000 rows",
    `<table>${"<tr><td style=opacity:.5><a href='#'>1</a><td>2".repeat(20_000)}</table>`
  ],
  [
    "10,000 different links",
    Array.from(
      { length: 10_000 },
      (_, index) =>
        `<a href="http://x${String(index)}.example/" style="color:#${String(index)};display:flex">x</a>`
    ).join("")
  ]
]
