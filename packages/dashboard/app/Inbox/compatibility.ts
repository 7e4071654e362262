import { attributeOf, readHtml } from "@telemark/html"
import { decodeHTMLAttribute } from "entities"
import {
  type ClientSupport,
  clients,
  type FeatureName,
  features,
  type Support
} from "./features.js"
import { maxRead } from "./findLinks.js"
import { readCss } from "./readCss.js"

/** Something of a mail that not every client shows as it is meant. */
export interface CompatibilityFinding {
  readonly feature: FeatureName
  /** How often it is in what was read. */
  readonly count: number
  /** Where it was first, such as `display: grid`; empty if it is about the mail as a whole. */
  readonly example: string
  /** By client; undefined for what is a matter of readers and not of clients. */
  readonly support: ClientSupport | undefined
}

/** Where Gmail cuts html off, in octets. */
const gmailLimit = 102 * 1024

/** Gmail leaves out styles with more characters. */
const gmailStyleLimit = 8_192

type Test = (value: string) => boolean

const isBox =
  (kind: string): Test =>
  (value) =>
    new RegExp(`^(?:inline-)?${kind}\\b`).test(value)
const has =
  (pattern: RegExp): Test =>
  (value) =>
    pattern.test(value)
const always: Test = () => true
const isSet: Test = (value) =>
  !/^(?:none|0(?:px)?|1|100%|initial|inherit|static)(?: ?!important)?$/.test(value)

/** Declarations by property. */
const byProperty: Readonly<Record<string, ReadonlyArray<readonly [FeatureName, Test]>>> = {
  display: [
    ["flexbox", isBox("flex")],
    ["grid", isBox("grid")]
  ],
  gap: [["gap", always]],
  "column-gap": [["gap", always]],
  "row-gap": [["gap", always]],
  position: [["position", isSet]],
  float: [["float", isSet]],
  "max-width": [["maxWidth", isSet]],
  ...Object.fromEntries(
    ["margin", "margin-top", "margin-right", "margin-bottom", "margin-left"].map((name) => [
      name,
      [["negativeMargin", has(/(?:^|\s)-[\d.]*[1-9]/)]] as const
    ])
  ),
  background: [
    ["backgroundImage", has(/url\(/)],
    ["gradient", has(/gradient\(/)]
  ],
  "background-image": [
    ["backgroundImage", has(/url\(/)],
    ["gradient", has(/gradient\(/)]
  ],
  "border-radius": [["borderRadius", isSet]],
  "box-shadow": [["boxShadow", isSet]],
  opacity: [["opacity", isSet]],
  "object-fit": [["objectFit", always]],
  transform: [["transform", isSet]],
  animation: [["animation", isSet]],
  "animation-name": [["animation", isSet]]
}

/** Functions that may stand in any value. */
const functions: ReadonlyArray<readonly [FeatureName, RegExp]> = [
  ["variables", /\bvar\(/],
  ["calc", /\bcalc\(/],
  ["clamp", /\b(?:clamp|min|max)\(/]
]

const byElement: Readonly<Record<string, FeatureName>> = {
  video: "video",
  audio: "video",
  form: "form",
  svg: "svg",
  picture: "picture",
  script: "script",
  iframe: "embedded",
  object: "embedded",
  embed: "embedded"
}

const imageFeature = (address: string): FeatureName | undefined => {
  const [path = ""] = address.trim().toLowerCase().split(/[?#]/, 1)
  if (/\.svg$/.test(path) || path.startsWith("data:image/svg")) return "svgImage"
  if (/\.webp$/.test(path) || path.startsWith("data:image/webp")) return "webp"
  return path.startsWith("data:") ? "dataImage" : undefined
}

const maxExample = 80

const makeFindings = () => {
  const found = new Map<FeatureName, { count: number; readonly example: string }>()
  return {
    found,
    add: (feature: FeatureName, example: string): void => {
      const known = found.get(feature)
      if (known === undefined)
        found.set(feature, {
          count: 1,
          example: example.length > maxExample ? `${example.slice(0, maxExample)}…` : example
        })
      else known.count += 1
    }
  }
}

type Add = ReturnType<typeof makeFindings>["add"]

const readStyles = (css: string, add: Add): void => {
  readCss(css, {
    onDeclaration: (property, value) => {
      const example = `${property}: ${value}`
      if (property.startsWith("--")) add("variables", example)
      for (const [feature, test] of Object.hasOwn(byProperty, property)
        ? (byProperty[property] ?? [])
        : [])
        if (test(value)) add(feature, example)
      if (value.includes("("))
        for (const [feature, pattern] of functions) if (pattern.test(value)) add(feature, example)
    },
    onAtRule: (name, prelude) => {
      const example = `@${name} ${prelude}`.trim()
      if (name === "media")
        add(prelude.includes("prefers-color-scheme") ? "colorScheme" : "media", example)
      else if (name === "font-face") add("webFont", example)
      else if (name === "import") add("externalStyles", example)
      else if (name.endsWith("keyframes")) add("animation", example)
    },
    onSelector: (selector) => {
      if (selector.includes(":hover")) add("hover", selector)
    }
  })
}

/** So many different style attributes are remembered: rows of a table have the same. */
const maxRemembered = 1_000

/** Reads style attributes, each different one once. */
const makeAttributeReader = (add: Add) => {
  const known = new Map<string, ReadonlyArray<Parameters<Add>>>()
  const read = (style: string): ReadonlyArray<Parameters<Add>> => {
    const found: Array<Parameters<Add>> = []
    readStyles(decodeHTMLAttribute(style), (...one) => {
      found.push(one)
    })
    if (known.size < maxRemembered) known.set(style, found)
    return found
  }
  return (style: string): void => {
    for (const one of known.get(style) ?? read(style)) add(...one)
  }
}

const readElements = (html: string, add: Add): void => {
  const readAttribute = makeAttributeReader(add)
  let isInBody = false
  let style: number | undefined
  const image = (source: string): void => {
    const address = attributeOf(source, "src")?.slice(0, 500) ?? ""
    const feature = imageFeature(decodeHTMLAttribute(address))
    if (feature !== undefined) add(feature, `<img src="${address}">`)
    if (attributeOf(source, "srcset") !== undefined) add("srcset", "<img srcset>")
    if (attributeOf(source, "alt") === undefined) add("missingAlt", `<img src="${address}">`)
  }
  readHtml(html, {
    onOpen: (name, source, at) => {
      if (name === "body") isInBody = true
      if (Object.hasOwn(byElement, name)) add(byElement[name] ?? "embedded", `<${name}>`)
      if (name === "img") image(source)
      else if (name === "link" && /\bstylesheet\b/i.test(attributeOf(source, "rel") ?? ""))
        add("externalStyles", '<link rel="stylesheet">')
      else if (name === "style") {
        style = at + source.length + 1
        add(isInBody ? "styleInBody" : "style", "<style>")
      }
      // `background` of tables and cells.
      if (/background\s*=/i.test(source) && attributeOf(source, "background") !== undefined)
        add("backgroundImage", `<${name} background>`)
      const own = /style\s*=/i.test(source) ? attributeOf(source, "style") : undefined
      if (own !== undefined) readAttribute(own)
    },
    onClose: (name, at) => {
      if (name !== "style" || style === undefined) return
      const css = html.slice(style, at)
      style = undefined
      if (css.length > gmailStyleLimit) add("largeStyle", "")
      readStyles(css, add)
    }
  })
}

const weights: Readonly<Record<Support, number>> = { no: 10, partly: 1, yes: 0 }
const weightOf = (support: ClientSupport | undefined): number =>
  support === undefined ? 0 : clients.reduce((sum, client) => sum + weights[support[client]], 0)

/**
 * What of a mail not every client shows as it is meant, what concerns most clients first. Reads as
 * much as `maxRead`; nothing is loaded or run.
 */
export const compatibilityOf = ({
  html,
  text
}: {
  readonly html: string | null
  readonly text: string | null
}): ReadonlyArray<CompatibilityFinding> => {
  const { add, found } = makeFindings()
  if (html !== null) {
    readElements(html.slice(0, maxRead), add)
    if (new TextEncoder().encode(html).length > gmailLimit) add("clipped", "")
    if (text === null || text.trim() === "") add("noText", "")
  }
  return [...found]
    .map(([feature, { count, example }]) => ({
      feature,
      count,
      example,
      support: features[feature]
    }))
    .sort((one, other) => weightOf(other.support) - weightOf(one.support))
}
