const names = ["a", "b", "c", "d", "e"]
const list = Array.from({ length: 60 }, () => 1)
const nested = (open: (name: string) => string, close: (name: string) => string): string =>
  `${names.map(open).join("")}x${[...names].reverse().map(close).join("")}`
const mjml = (inside: string): string => `<mjml><mj-body>${inside}</mj-body></mjml>`
const inside = Object.fromEntries(names.map((name) => [name, list]))
export const sections = (count: number): string =>
  mjml("<mj-section><mj-column><mj-text>x</mj-text></mj-column></mj-section>".repeat(count))

const attributes = (count: number): string =>
  `<mjml><mj-head><mj-attributes><mj-text font-family="${"a".repeat(200_000)}"/></mj-attributes></mj-head>${sections(count).slice("<mjml>".length)}`

/** Sources that are refused when they are saved. */
export const sources: ReadonlyArray<readonly [name: string, source: object]> = [
  ["3,000 sections of MJML", { mjml_source: sections(3000) }],
  ["2,000 sections left open", { mjml_source: mjml("<mj-section>".repeat(2000)) }],
  ["3,000 nested parentheses", { html: `{{if ${"(if ".repeat(3000)}a${")".repeat(3000)}}}` }],
  [
    "an inline partial that calls itself",
    { html: '{{#*inline "p"}}{{> p}}{{> p}}{{/inline}}{{> p}}' }
  ],
  ["50,000 tags", { html: "{{a}}".repeat(50_000) }],
  ["50,000 blocks left open", { html: "{{#a}}".repeat(40_000) }],
  ["a long attribute on many elements", { mjml_source: attributes(300) }],
  ["a subject of nested blocks", { html: "<p>", subject_template: "{{#if a}}".repeat(100) }]
]

/** Sources that are kept, and data with which they would never end. */
export const renderings: ReadonlyArray<readonly [name: string, html: string, data: object]> = [
  [
    "nested each",
    nested(
      (name) => `{{#each @root.${name}}}`,
      () => "{{/each}}"
    ),
    inside
  ],
  [
    "implicit blocks",
    nested(
      (name) => `{{#@root.${name}}}`,
      (name) => `{{/@root.${name}}}`
    ),
    inside
  ],
  [
    "output without end",
    `{{#each a}}{{@root.text}}{{/each}}`,
    { a: Array.from({ length: 1000 }, () => 1), text: "x".repeat(100_000) }
  ],
  ["one value written often", "{{{text}}}{{text}}".repeat(900), { text: "<".repeat(2_000_000) }],
  ["lists written as text", "{{{a}}}".repeat(1900), { a: Array.from({ length: 90_000 }, () => 1) }],
  [
    "empty blocks over long lists",
    "{{#each a}}{{/each}}".repeat(900),
    { a: Array.from({ length: 90_000 }, () => 1) }
  ]
]

/** Bodies that are refused before anybody looks at them member by member. */
export const bodies: ReadonlyArray<readonly [name: string, body: object]> = [
  [
    "a million blocks",
    { design_json: { schema_version: 1, blocks: Array.from({ length: 1_000_000 }, () => 1) } }
  ],
  [
    "forty thousand blocks",
    {
      design_json: {
        schema_version: 1,
        blocks: Array.from({ length: 40_000 }, (_, index) => ({
          id: `b${String(index)}`,
          type: "divider"
        }))
      }
    }
  ],
  [
    "forty thousand languages",
    {
      locales: Object.fromEntries(
        Array.from({ length: 40_000 }, (_, index) => [`aa-x-${String(index)}`, null])
      )
    }
  ],
  [
    "ninety thousand variables",
    {
      variables: Object.fromEntries(
        Array.from({ length: 90_000 }, (_, index) => [`v${String(index)}`, ""])
      )
    }
  ]
]
