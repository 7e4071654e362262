import { type Color, solid } from "../colors/Color.js"
import { toHex } from "../colors/hex.js"
import { parseColor } from "../colors/parseColor.js"

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
