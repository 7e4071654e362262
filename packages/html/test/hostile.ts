import type { FoundLinks } from "../src/findLinks.js"

/** HTML that is made to take its reader long, at whatever length, and what is found in it. */
export interface Hostile<Answer> {
  readonly name: string
  readonly make: (times: number) => string
  readonly times: number
  readonly answer: (times: number) => Answer
}

const listOf = <Answer>(
  ...rows: ReadonlyArray<
    readonly [
      name: string,
      times: number,
      make: (times: number) => string,
      answer: (times: number) => Answer
    ]
  >
): ReadonlyArray<Hostile<Answer>> =>
  rows.map(([name, times, make, answer]) => ({ name, times, make, answer }))

const nothing = (): string => ""
const one = '<a href="https://a.example">x</a>'
const same = '<a href="https://a.example">https://a.example</a>'

export const hostileToText = listOf<string>(
  ["elements open at once", 50_000, (times) => "<div>".repeat(times), nothing],
  [
    "elements open and closed",
    50_000,
    (times) => `${"<div>".repeat(times)}x${"</div>".repeat(times)}`,
    () => "x"
  ],
  [
    "a mixture that parsers sort out at length",
    20_000,
    (times) => "<p><div><table><td><a href=x><li><ol>".repeat(times),
    (times) =>
      Array.from({ length: times }, (_, index) =>
        index === 0 ? "* " : `${"  ".repeat(Math.min(index - 1, 4))}1. `
      ).join("\n\n")
  ],
  ["tags that never end", 200_000, (times) => "<a ".repeat(times), nothing],
  ["quotes that never end", 100_000, (times) => '<a b="'.repeat(times), nothing],
  ["comments that never end", 200_000, (times) => "<!--".repeat(times), nothing],
  ["closing tags of nothing", 100_000, (times) => "</script".repeat(times), nothing],
  ["scripts that never end", 100_000, (times) => "<script>".repeat(times), nothing],
  ["ampersands", 500_000, (times) => "&".repeat(times), (times) => "&".repeat(times)],
  ["blanks", 500_000, (times) => " ".repeat(times), nothing],
  ["blanks in a tag", 500_000, (times) => `<a ${" ".repeat(times)}href=x>y</a>`, () => "y"],
  ["hidden elements", 20_000, (times) => '<div style="display:none">'.repeat(times), nothing],
  [
    "hidden elements side by side",
    15_000,
    (times) => '<div style="display:none">x</div>'.repeat(times),
    nothing
  ],
  [
    "links and their addresses",
    6000,
    (times) => `${one}${same}`.repeat(times),
    (times) => "x https://a.example ".repeat(times).trimEnd()
  ],
  ["styles of blanks", 60_000, (times) => `<div style="none${"display ".repeat(times)}">`, nothing],
  ["pictures", 45_000, (times) => "<img alt=x>".repeat(times), (times) => "x".repeat(times)],
  [
    "the alternative text of a picture",
    60_000,
    (times) => `<img alt="${"x &amp; \n".repeat(times)}">`,
    (times) => "x & ".repeat(times).trim()
  ],
  ["attributes", 120_000, (times) => `<a ${"x=y ".repeat(times)}>y</a>`, () => "y"]
)

/** How many links there are, the last of them, and where the HTML ends. */
export const countOf = ({ end, links }: FoundLinks) => ({
  count: links.length,
  last: links.at(-1),
  end
})

const none = (end = 0) => ({ count: 0, last: undefined, end })

export const hostileToLinks = listOf<ReturnType<typeof countOf>>(
  ["tags that never end", 50_000, (times) => "<a href=x ".repeat(times), () => none()],
  [
    "links",
    20_000,
    (times) => "<a href=https://a.example/>".repeat(times),
    (times) => ({
      count: times,
      last: { from: 27 * times - 19, to: 27 * times - 1, address: "https://a.example/" },
      end: 27 * times
    })
  ],
  [
    "elements in elements",
    20_000,
    (times) => "<div><a href=x>".repeat(times),
    (times) => ({
      count: times,
      last: { from: 15 * times - 2, to: 15 * times - 1, address: "x" },
      end: 15 * times
    })
  ],
  ["quotes", 50_000, (times) => "<a href=\"' ".repeat(times), () => none()],
  ["equals signs", 500_000, (times) => `<a ${"=".repeat(times)}>`, (times) => none(times + 4)],
  [
    "an attribute",
    100_000,
    (times) => `<a href="${"&amp;".repeat(times)}">`,
    // Of more than 16 KiB it is no address.
    (times) =>
      times > 3000
        ? none(11 + 5 * times)
        : {
            count: 1,
            last: { from: 8, to: 10 + 5 * times, address: "&".repeat(times) },
            end: 11 + 5 * times
          }
  ],
  ["comments", 60_000, (times) => "<!-- --!".repeat(times), () => none()],
  ["dashes", 500_000, (times) => `<!--${"-".repeat(times)}`, () => none()],
  ["raw text", 70_000, (times) => "<title>".repeat(times), () => none()],
  ["closing tags", 80_000, (times) => "</body".repeat(times), () => none()]
)

const refresh = (content: string) => `<meta http-equiv=content-type content="${content}">`
const unchanged = (make: (times: number) => string) => [make, make] as const

export const hostileToCharsets = listOf<string>(
  [
    "elements",
    150_000,
    (times) => `<meta charset=x>${"<p>".repeat(times)}`,
    (times) => `<meta charset=utf-8>${"<p>".repeat(times)}`
  ],
  [
    "declarations",
    30_000,
    (times) => "<meta charset=x>".repeat(times),
    (times) => "<meta charset=utf-8>".repeat(times)
  ],
  [
    "declarations of the other kind",
    10_000,
    (times) => refresh("charset=x").repeat(times),
    (times) => refresh("charset=utf-8").repeat(times)
  ],
  ["content without end", 60_000, ...unchanged((times) => refresh("charset ".repeat(times)))],
  ["blanks", 500_000, ...unchanged((times) => refresh(`charset${" ".repeat(times)}`))],
  ["tags that never end", 30_000, ...unchanged((times) => "<meta charset=x ".repeat(times))]
)

/** What the inside of a tag repeats. */
export const hostileAttributes = ['a=" ', "a=' ", "a = ", "a    ", "=", "/", "a=b ", "'\""]
