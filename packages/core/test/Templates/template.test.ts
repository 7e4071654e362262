import {
  CreateTemplate,
  decode,
  PreviewTemplate,
  UpdateBrand,
  UpdateTemplate
} from "@telemark/contract"
import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { decodeTemplate } from "../../src/sending/templates/decodeTemplate.js"

const problems = (
  decoded: Result.Result<unknown, { readonly details: object }>
): Record<string, ReadonlyArray<string>> =>
  Result.isFailure(decoded) ? { ...decoded.failure.details } : {}

const create = (change: object) =>
  problems(
    decode(CreateTemplate)({
      id: "welcome",
      name: "Welcome",
      subject_template: "Hi",
      html: "<p>",
      ...change
    })
  )

describe("a new template", () => {
  it.each([
    ["no id", { id: undefined }, "id"],
    ["an id with a slash", { id: "a/b" }, "id"],
    ["an id of 51 characters", { id: "a".repeat(51) }, "id"],
    ["an id that is a path of its own", { id: "starters" }, "id"],
    ["an empty name", { name: "" }, "name"],
    ["a name of 256 characters", { name: "n".repeat(256) }, "name"],
    ["an empty subject", { subject_template: "" }, "subject_template"],
    ["a subject of 999 characters", { subject_template: "s".repeat(999) }, "subject_template"],
    ["html that is an object", { html: { type: "Program" } }, "html"],
    ["MJML that is a list", { mjml_source: ["<mjml>"] }, "mjml_source"],
    ["html of more than 256 KiB", { html: "é".repeat(131_073) }, "html"],
    ["text of more than 256 KiB", { text_body: "x".repeat(262_145) }, "text_body"],
    ["NUL in its text", { text_body: "a\0b" }, "text_body"],
    ["a default that isn't text", { variables: { name: 1 } }, "variables.name"],
    [
      "a default of more than 10,000 characters",
      { variables: { name: "x".repeat(10_001) } },
      "variables.name"
    ],
    [
      "defaults of more than 64 KiB",
      {
        variables: Object.fromEntries(
          Array.from({ length: 7 }, (_, at) => [`v${String(at)}`, "x".repeat(10_000)])
        )
      },
      "variables"
    ],
    ["empty html", { html: "" }, "html"],
    ["a locale without anything in it", { locales: { de: {} } }, "locales.de"],
    ["a locale of nulls", { locales: { de: { html: null } } }, "locales.de"],
    [
      "51 locales",
      {
        locales: Object.fromEntries(
          Array.from({ length: 51 }, (_, at) => [
            `x${String.fromCharCode(97 + (at % 26), 97 + Math.floor(at / 26))}`,
            null
          ])
        )
      },
      "locales"
    ],
    ["a variable with a blank", { variables: { "first name": "" } }, "variables"],
    [
      "a variable of the prototype",
      { variables: JSON.parse('{"__proto__.x":""}') as object },
      "variables"
    ],
    [
      "a locale that isn't one",
      { locales: { "not a tag": { subject_template: "x" } } },
      "locales.not a tag"
    ],
    [
      "a locale in two spellings",
      { locales: { "de-AT": { subject_template: "x" }, "de-at": { subject_template: "x" } } },
      "locales.de-at"
    ],
    ["a locale with html that is an object", { locales: { de: { html: {} } } }, "locales.de.html"],
    [
      "a design of another version",
      { design_json: { schema_version: 2, blocks: [] } },
      "design_json.schema_version"
    ]
  ])("is refused with %s", (_, change, path) => {
    expect(Object.keys(create(change))).toEqual([path])
  })

  it("takes null for parts that aren't there, as answers have them", () => {
    expect(create({ mjml_source: null, design_json: null, text_body: null })).toEqual({})
  })
})

describe("an update", () => {
  it("may give any one part", () => {
    for (const part of [{}, { name: "N" }, { text_body: null }, { locales: { de: null } }]) {
      expect(problems(decode(UpdateTemplate)(part))).toEqual({})
    }
  })
})

describe("a preview", () => {
  it("is refused only for what isn't text or an object at all", () => {
    expect(Object.keys(problems(decode(PreviewTemplate)({ html: {} })))).toEqual(["html"])
    expect(Object.keys(problems(decode(PreviewTemplate)({ data: [] })))).toEqual(["data"])
    expect(
      problems(
        decode(PreviewTemplate)({ design_json: { schema_version: 2 }, subject_template: "" })
      )
    ).toEqual({})
  })
})

describe("the settings of a brand", () => {
  const brand = (change: object) => problems(decode(UpdateBrand)(change))

  it.each([
    ["a colour by name", { primary_color: "red" }, "primary_color"],
    ["a colour with more behind it", { text_color: "#fff;}" }, "text_color"],
    ["a logo over http", { logo_url: "http://example.com/a.png" }, "logo_url"],
    ["a logo with quotes", { logo_url: 'https://example.com/"><script>' }, "logo_url"],
    ["a website with user info", { website_url: "https://a:b@example.com" }, "website_url"],
    ["a script for a website", { website_url: "javascript:alert(1)" }, "website_url"],
    ["an address that isn't one", { support_email: "help" }, "support_email"],
    ["a merge tag", { name: "{{name}}" }, "name"],
    ["a font family with markup", { font_family: "Arial</style>" }, "font_family"],
    ["a font family with a quote left open", { font_family: "'Inter, Arial" }, "font_family"]
  ])("are refused with %s", (_, change, path) => {
    expect(Object.keys(brand(change))).toEqual([path])
  })

  it("may be taken back one by one", () => {
    expect(
      brand({ logo_url: null, primary_color: "#abc", postal_address: "1 Street\nTown" })
    ).toEqual({})
  })
})

describe("what is far too large", () => {
  const blocks = Array.from({ length: 30_000 }, (_, index) => ({
    id: `b${String(index)}`,
    type: "divider"
  }))

  it("is reported at once, wherever it is", () => {
    const design_json = { schema_version: 1, blocks }
    const update = decodeTemplate(UpdateTemplate)
    expect(Object.keys(problems(update({ design_json })))).toEqual(["design_json"])
    expect(
      Object.keys(problems(update({ locales: { de: { design_json }, fr: { design_json } } })))
    ).toEqual(["locales.de.design_json", "locales.fr.design_json"])
    const tags = Object.fromEntries(
      Array.from({ length: 40_000 }, (_, index) => [`de-${String(index).padStart(8, "x")}`, null])
    )
    expect(problems(update({ locales: tags }))).toEqual({ locales: ["must be at most 50"] })
  })

  it("is not what keeps the limits", () => {
    const networks = Array.from({ length: 20 }, () => ({ name: "n", href: "https://example.com" }))
    const social = Array.from({ length: 200 }, (_, index) => ({
      id: `s${String(index)}`,
      type: "social",
      align: "left",
      networks
    }))
    expect(
      problems(
        decodeTemplate(UpdateTemplate)({ design_json: { schema_version: 1, blocks: social } })
      )
    ).toEqual({})
  })
})
