import { attributeOf } from "@telemark/html"

/** Whether a start tag may be of an element that a declaration of CSS applies to. */
export type StyledElements = (name: string, attributes: string) => boolean

/**
 * Which elements a declaration applies to, in their own style or in a style sheet. Too many rather
 * than too few: of a selector, only the last element's name is read.
 */
export const styledElements = (html: string, declaration: RegExp): StyledElements => {
  const names = new Set<string>()
  let isAny = false
  for (const rule of html.replace(/\/\*[\s\S]*?\*\//g, "").split("}")) {
    const [body = "", selectors] = rule.split("{").toReversed()
    if (selectors === undefined || !declaration.test(body)) continue
    for (const selector of selectors.split(",")) {
      const last =
        selector
          .trim()
          .split(/[\s>+~]+/)
          .at(-1) ?? ""
      const name = /^[a-z][a-z0-9-]*/i.exec(last)?.[0]
      if (name !== undefined) names.add(name.toLowerCase())
      else if (/^[.#[]/.test(last)) names.add("")
      else isAny = true
    }
  }
  const isNamed = (attributes: string): boolean =>
    ["class", "id", "css-class"].some((one) => attributeOf(attributes, one) !== undefined)
  return (name, attributes) =>
    isAny ||
    names.has(name) ||
    (names.has("") && isNamed(attributes)) ||
    declaration.test(attributeOf(attributes, "style") ?? "")
}
