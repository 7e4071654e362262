import { type Color, parseColor, solid, toHex } from "./Color.js"
import type { MailPalette } from "./mailTheme.js"

/** Elements that the rich text of a mail may have. */
export const richElements: ReadonlyArray<string> =
  "a b blockquote br code em h1 h2 h3 hr i li ol p pre s small span strong sub sup u ul".split(" ")

/** Replacements for elements that editors write, to keep their meaning. */
export const renamedElements: Readonly<Record<string, string>> = {
  div: "p",
  h4: "h3",
  h5: "h3",
  h6: "h3",
  strike: "s",
  del: "s"
}

/** Elements removed with their content. Of other elements the text stays. */
export const removedElements: ReadonlyArray<string> =
  "script style textarea option xmp title template noscript iframe object svg math".split(" ")

/** Returns the safe value, or undefined. `behind` is the colour behind the text. */
type Filter = (value: string, behind: Color) => string | undefined

const oneOf =
  (...values: ReadonlyArray<string>): Filter =>
  (value) =>
    values.includes(value) ? value : undefined

const color: Filter = (value, behind) => {
  const parsed = parseColor(value)
  return parsed === undefined || parsed.alpha === 0 ? undefined : toHex(solid(parsed, behind))
}

const properties: Readonly<Record<string, Filter>> = {
  color,
  "background-color": color,
  "font-weight": oneOf("normal", "bold", "400", "500", "600", "700", "800"),
  "font-style": oneOf("normal", "italic"),
  "text-decoration": oneOf("none", "underline", "line-through"),
  "text-align": oneOf("left", "center", "right", "justify")
}

/** The allowed declarations of a style attribute. */
export const safeStyle = (style: string, behind: Color): string =>
  style
    .split(";", 100)
    .flatMap((declaration) => {
      const colon = declaration.indexOf(":")
      const name = declaration.slice(0, Math.max(colon, 0)).trim().toLowerCase()
      const value = Object.hasOwn(properties, name)
        ? properties[name]?.(
            declaration
              .slice(colon + 1)
              .replace(/!\s*important\s*$/i, "")
              .trim()
              .toLowerCase(),
            behind
          )
        : undefined
      return value === undefined ? [] : [`${name}:${value}`]
    })
    .join(";")

/** Styles of rich text, inlined in each element: several clients ignore style sheets. */
export const richStyles = (palette: MailPalette): Readonly<Record<string, string>> => ({
  a: `color:${toHex(palette.link)};text-decoration:underline`,
  blockquote: `margin:0 0 12px;padding:0 0 0 14px;border-left:3px solid ${toHex(palette.line)}`,
  code: "font-family:Menlo,Consolas,monospace;font-size:0.9em",
  h1: "margin:0 0 8px;font-size:28px;line-height:34px",
  h2: "margin:0 0 8px;font-size:22px;line-height:28px",
  h3: "margin:0 0 8px;font-size:18px;line-height:24px",
  hr: `margin:12px 0;border:0;border-top:1px solid ${toHex(palette.line)}`,
  ol: "margin:0 0 12px;padding:0 0 0 24px",
  p: "margin:0 0 12px",
  pre: "margin:0 0 12px;font-family:Menlo,Consolas,monospace;font-size:14px;white-space:pre-wrap",
  ul: "margin:0 0 12px;padding:0 0 0 24px"
})
