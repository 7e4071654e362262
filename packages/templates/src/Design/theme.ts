import type { Design } from "@telemark/core"

/** What follows fonts that readers may not have: of the same kind, as far as names tell. */
const fallBackFor = (fonts: string): string => {
  if (/mono|courier|consolas|menlo/i.test(fonts)) return "monospace"
  return /georgia|times|garamond|palatino|cambria|merriweather|playfair/i.test(fonts) ? "Times, serif" : "Helvetica, Arial, sans-serif"
}

const defaultWidth = 600

const generic = /^(?:serif|sans-serif|monospace|system-ui|cursive|fantasy|ui-[a-z-]+)$/i

/** Font names as they may stand in a style attribute: in single quotes where they need any, and with a general one at the end. */
export const fontFamilyOf = (theme: Design["theme"]): string => {
  const names = (theme?.fontFamily ?? "").split(",").map((name) => name.replace(/["']/g, "").trim()).filter((name) => name !== "")
  const quoted = names.map((name) => (/^-?[a-z_][a-z0-9_-]*$/i.test(name) ? name : `'${name}'`))
  return names.some((name) => generic.test(name)) ? quoted.join(", ") : [...quoted, fallBackFor(quoted.join())].join(", ")
}

/** The width of the content in pixels. Mail has no width of its own that per cents could be of: they mean the usual 600. */
export const widthOf = (theme: Design["theme"]): number => {
  const [, digits] = /^([\d.]+)(?:px)?$/.exec(theme?.width ?? "") ?? []
  return digits === undefined ? defaultWidth : Math.min(Math.max(Math.round(Number(digits)), 240), 1200)
}
