import type { Block, Design, SimpleBlock } from "@telemark/contract"
import { attributeOf, readHtml } from "@telemark/html"
import type mjmlCore from "mjml-core"
import type mjmlPreset from "mjml-preset-core"
import { createRequire } from "node:module"
import { designToMjml } from "../src/design/designToMjml.js"
import { loadTemplate, precompileTemplate } from "../src/handlebars/templateCode.js"

// Vitest and Node disagree about the default of a CommonJS module, but not about what it requires.
const require = createRequire(import.meta.url)
const core = require("mjml-core") as typeof mjmlCore
const preset = require("mjml-preset-core") as typeof mjmlPreset

/** An element: its name, and its attributes as they stand in the source. */
export interface FoundElement {
  readonly name: string
  readonly source: string
}

/** The elements of html or MJML in their order. */
export const elementsOf = (markup: string): ReadonlyArray<FoundElement> => {
  const found: Array<FoundElement> = []
  readHtml(markup, {
    onText: () => undefined,
    onOpen: (name, source) => found.push({ name, source }),
    onClose: () => undefined
  })
  return found
}

export const namesOf = (markup: string): ReadonlyArray<string> =>
  elementsOf(markup).map(({ name }) => name)

/** The values of an attribute, wherever it is there. */
export const valuesOf = (markup: string, attribute: string): ReadonlyArray<string> =>
  elementsOf(markup).flatMap(({ source }) => attributeOf(source, attribute) ?? [])

export const designOf = (...blocks: ReadonlyArray<Block>): Design => ({ schema_version: 1, blocks })

/** The MJML of a design that has no problems. */
export const mjmlOf = (design: Design): string => {
  const { mjml, problems } = designToMjml(design)
  if (problems.length > 0) throw new Error(JSON.stringify(problems))
  return mjml
}

/** The html that comes of MJML, refusing whatever the validator finds. */
export const compile = async (mjml: string): Promise<string> => {
  const { errors, html } = await core.default(mjml, {
    presets: [preset],
    fonts: {},
    ignoreIncludes: true,
    validationLevel: "soft"
  })
  if (errors.length > 0 || typeof html !== "string")
    throw new Error(errors.map(({ message }) => message).join("; "))
  return html
}

type BlockOf<Type extends SimpleBlock["type"]> = Extract<SimpleBlock, { readonly type: Type }>

export const heading = (text: string): BlockOf<"heading"> => ({
  id: "heading",
  type: "heading",
  text,
  level: 1,
  align: "left"
})
export const text = (html: string): BlockOf<"text"> => ({
  id: "text",
  type: "text",
  html,
  align: "left"
})
export const button = (href: string, label = "Go"): BlockOf<"button"> => ({
  id: "button",
  type: "button",
  href,
  label,
  align: "left"
})
export const image = (members: Partial<BlockOf<"image">>): BlockOf<"image"> => ({
  id: "image",
  type: "image",
  src: "https://x.example/a.png",
  alt: "",
  align: "left",
  ...members
})
export const footer = (html: string, unsubscribeUrl?: string): BlockOf<"footer"> => ({
  id: "footer",
  type: "footer",
  html,
  ...(unsubscribeUrl === undefined ? {} : { unsubscribeUrl })
})

/** What html with merge tags comes to with this data. */
export const render = (html: string, data: object): string =>
  loadTemplate(precompileTemplate(html, { escape: true }))(data)
