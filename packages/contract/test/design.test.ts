import { decode, Design } from "@telemark/contract"
import { Result } from "effect"
import { describe, expect, it } from "vitest"

const decodeDesign = decode(Design, ["design_json"])

/** The reasons by path; empty if the design is accepted. */
const detailsOf = (input: unknown) =>
  Result.match(decodeDesign(input), { onFailure: ({ details }) => details, onSuccess: () => ({}) })

const designOf = (...blocks: ReadonlyArray<unknown>) => ({ schema_version: 1, blocks })
const heading = (members: object = {}) => ({
  id: "a",
  type: "heading",
  text: "Hello",
  level: 1,
  align: "left",
  ...members
})
const columns = (...contents: ReadonlyArray<ReadonlyArray<unknown>>) => ({
  id: "columns",
  type: "columns",
  columns: contents.map((blocks) => ({ blocks }))
})
const headings = (count: number) =>
  Array.from({ length: count }, (_, index) => heading({ id: `h${index}` }))
const theme = {
  backgroundColor: "#fff",
  contentBackgroundColor: "white",
  linkColor: "rgb(0, 0, 255)",
  fontFamily: "'Open Sans', Arial",
  width: "600px"
}

const kinds = [
  heading({ id: "heading", color: "#abc" }),
  {
    id: "text",
    type: "text",
    html: "<p>Hi {{name}}</p>",
    align: "center",
    color: "hsl(200, 50%, 50%)"
  },
  {
    id: "button",
    type: "button",
    label: "Go",
    href: "{{url}}",
    align: "right",
    backgroundColor: "red",
    color: "#11223344"
  },
  {
    id: "image",
    type: "image",
    src: "https://x.example/{{id}}.png",
    alt: "",
    align: "left",
    href: "https://x.example",
    width: "50%"
  },
  { id: "divider", type: "divider", color: "grey" },
  { id: "spacer", type: "spacer", height: 0 },
  {
    id: "social",
    type: "social",
    align: "center",
    networks: [{ name: "GitHub", href: "https://github.com" }]
  },
  { id: "footer", type: "footer", html: "Bye", unsubscribeUrl: "mailto:leave@x.example" }
]

const types = "heading, text, button, image, divider, spacer, social, footer"
const link = "must be a link: http, https, mailto, tel or a merge tag"
const color = "must be a colour of CSS, such as #1a2b3c"

describe("a design", () => {
  it("contains blocks of nine kinds, all but columns in columns as well", () => {
    const nested = kinds.map((block) => ({ ...block, id: `nested-${block.id}` }))
    expect(detailsOf({ ...designOf(...kinds, columns(nested, [], [], [])), theme })).toEqual({})
  })

  it.each([
    ["no block at all", designOf()],
    ["200 blocks", designOf(...headings(200))],
    ["200 blocks, those in columns and the columns included", designOf(columns(headings(199)))],
    ["a heading of 500 characters", designOf(heading({ text: "x".repeat(500) }))],
    ["an empty heading", designOf(heading({ text: "" }))],
    ["an id of 64 characters", designOf(heading({ id: "x".repeat(64) }))],
    ["unknown members", designOf(heading({ note: "x" }))],
    [
      "a merge tag in an address",
      designOf({ ...kinds[2], href: "https://x.example/{{order id}}?a=1" })
    ],
    ["a telephone number", designOf({ ...kinds[2], href: "tel:+4790000000" })]
  ])("may have %s", (_, input) => {
    expect(detailsOf(input)).toEqual({})
  })

  it.each<[string, unknown, Readonly<Record<string, string>>]>([
    ["nothing", null, { "": "must be an object" }],
    ["a list", [], { "": "must be an object" }],
    ["no version", { blocks: [] }, { ".schema_version": "is missing" }],
    ["version 0", { schema_version: 0, blocks: [] }, { ".schema_version": "must be 1" }],
    ["version 2", { schema_version: 2, blocks: [] }, { ".schema_version": "must be 1" }],
    [
      "a version that is text",
      { schema_version: "1", blocks: [] },
      { ".schema_version": "must be 1" }
    ],
    ["no blocks", { schema_version: 1 }, { ".blocks": "is missing" }],
    ["blocks that are no list", { schema_version: 1, blocks: {} }, { ".blocks": "must be a list" }],
    ["a theme that is none", { ...designOf(), theme: "dark" }, { ".theme": "must be an object" }],
    [
      "a theme without a font",
      { ...designOf(), theme: { ...theme, fontFamily: undefined } },
      { ".theme.fontFamily": "must be a string" }
    ],
    [
      "a theme of one colour",
      { ...designOf(), theme: { backgroundColor: "red" } },
      {
        ".theme.contentBackgroundColor": "is missing",
        ".theme.linkColor": "is missing",
        ".theme.fontFamily": "is missing",
        ".theme.width": "is missing"
      }
    ],
    [
      "a theme that ends a declaration",
      { ...designOf(), theme: { ...theme, linkColor: "red;}", width: "wide", fontFamily: "a;b" } },
      {
        ".theme.linkColor": color,
        ".theme.width": "must be a width such as 600px",
        ".theme.fontFamily":
          "must be font names separated by commas, such as Inter, Arial, sans-serif"
      }
    ],
    ["a block that is null", designOf(null), { ".blocks.0": "must be an object" }],
    ["a block without type", designOf({ id: "a" }), { ".blocks.0.type": "is missing" }],
    [
      "an unknown type",
      designOf({ id: "a", type: "video" }),
      { ".blocks.0.type": `must be one of ${types}, columns` }
    ],
    [
      "a long heading",
      designOf(heading({ text: "x".repeat(501) })),
      { ".blocks.0.text": "must be at most 500 characters" }
    ],
    [
      "a heading that is a number",
      designOf(heading({ text: 7 })),
      { ".blocks.0.text": "must be a string" }
    ],
    [
      "a heading with NUL",
      designOf(heading({ text: "\0" })),
      { ".blocks.0.text": "must not contain the NUL character" }
    ],
    [
      "an empty id",
      designOf(heading({ id: "" })),
      { ".blocks.0.id": "must be 1 to 64 characters" }
    ],
    [
      "a long id",
      designOf(heading({ id: "x".repeat(65) })),
      { ".blocks.0.id": "must be 1 to 64 characters" }
    ],
    ["level 0", designOf(heading({ level: 0 })), { ".blocks.0.level": "must be one of 1, 2, 3" }],
    ["level 4", designOf(heading({ level: 4 })), { ".blocks.0.level": "must be one of 1, 2, 3" }],
    [
      "a level that is text",
      designOf(heading({ level: "1" })),
      { ".blocks.0.level": "must be one of 1, 2, 3" }
    ],
    [
      "a wrong align",
      designOf(heading({ align: "justify" })),
      { ".blocks.0.align": "must be one of left, center, right" }
    ],
    [
      "a long colour",
      designOf(heading({ color: "a".repeat(65) })),
      { ".blocks.0.color": "must be at most 64 characters" }
    ],
    [
      "a text without html",
      designOf({ id: "a", type: "text", align: "left" }),
      { ".blocks.0.html": "is missing" }
    ],
    [
      "half a spacer",
      designOf({ id: "a", type: "spacer", height: 1.5 }),
      { ".blocks.0.height": "must be a whole number" }
    ],
    [
      "a spacer of text",
      designOf({ id: "a", type: "spacer", height: "10" }),
      { ".blocks.0.height": "must be a number" }
    ],
    [
      "a spacer below nothing",
      designOf({ id: "a", type: "spacer", height: -1 }),
      { ".blocks.0.height": "must be a number from 0 to 1000" }
    ],
    [
      "a button that runs a script",
      designOf({ ...kinds[2], href: "javascript:alert(1)" }),
      { ".blocks.0.href": link }
    ],
    [
      "a button that leads nowhere",
      designOf({ ...kinds[2], href: "" }),
      { ".blocks.0.href": link }
    ],
    [
      "an image that is data",
      designOf({ ...kinds[3], src: "data:image/png;base64,AA" }),
      {
        ".blocks.0.src": "must be an http or https URL or a merge tag"
      }
    ],
    [
      "an image without alt",
      designOf({ id: "a", type: "image", src: "https://x.example", align: "left" }),
      { ".blocks.0.alt": "is missing" }
    ],
    [
      "a wide image",
      designOf({ ...kinds[3], width: "100vw" }),
      { ".blocks.0.width": "must be a width such as 600px" }
    ],
    [
      "networks without names",
      designOf({ ...kinds[6], networks: [{ name: "", href: "https://x" }, { href: "ftp://x" }] }),
      {
        ".blocks.0.networks.0.name": "must be 1 to 64 characters",
        ".blocks.0.networks.1.name": "is missing",
        ".blocks.0.networks.1.href": link
      }
    ],
    [
      "a footer that runs a script",
      designOf({ ...kinds[7], unsubscribeUrl: "JavaScript:x" }),
      { ".blocks.0.unsubscribeUrl": link }
    ],
    [
      "no column",
      designOf(columns()),
      { ".blocks.0.columns": "must be a list of at least 1 item" }
    ],
    [
      "five columns",
      designOf(columns([], [], [], [], [])),
      { ".blocks.0.columns": "must be a list of at most 4 items" }
    ],
    [
      "a column that is none",
      designOf({ id: "a", type: "columns", columns: [7] }),
      { ".blocks.0.columns.0": "must be an object" }
    ],
    [
      "a long heading in a column",
      designOf(
        heading(),
        columns([], [heading({ id: "b" }), heading({ id: "c", text: "x".repeat(501) })])
      ),
      {
        ".blocks.1.columns.1.blocks.1.text": "must be at most 500 characters"
      }
    ],
    [
      "columns in columns",
      designOf(columns([columns([])])),
      { ".blocks.0.columns.0.blocks.0.type": `must be one of ${types}` }
    ],
    ["201 blocks", designOf(...headings(201)), { ".blocks": "must be at most 200" }],
    [
      "201 blocks, one of them columns",
      designOf(columns(headings(200))),
      { ".blocks": "must be at most 200, those in columns included" }
    ],
    [
      "ids that are there twice",
      designOf(heading(), heading(), columns([heading({ id: "b" }), heading()])),
      {
        ".blocks.1.id": "must be unique",
        ".blocks.2.columns.0.blocks.1.id": "must be unique"
      }
    ],
    [
      "an id that is that of a block in columns",
      designOf(columns([heading({ id: "columns" })])),
      {
        ".blocks.0.columns.0.blocks.0.id": "must be unique"
      }
    ],
    [
      "more than 256 Ki characters",
      designOf({ id: "a", type: "text", html: "x".repeat(256 * 1024), align: "left" }),
      {
        "": "must be at most 262144 characters of JSON"
      }
    ],
    [
      "several faults",
      designOf(heading({ text: 1, level: 9 }), { id: "", type: "spacer", height: 1 }),
      {
        ".blocks.0.text": "must be a string",
        ".blocks.0.level": "must be one of 1, 2, 3",
        ".blocks.1.id": "must be 1 to 64 characters"
      }
    ]
  ])("with %s is refused, with one reason at each path", (_, input, reasons) => {
    const expected = Object.entries(reasons).map(([path, reason]) => [
      `design_json${path}`,
      [reason]
    ])
    expect(detailsOf(input)).toEqual(Object.fromEntries(expected))
  })
})
