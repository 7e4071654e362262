import { colorNames } from "./colorNames.js"

/** A colour: red, green and blue from 0 to 255, alpha from 0 to 1. */
export interface Color {
  readonly red: number
  readonly green: number
  readonly blue: number
  readonly alpha: number
}

const fromHex = (digits: string): Color => {
  const pairs = digits.length < 6 ? digits.replace(/./g, "$&$&") : digits
  const [red = 0, green = 0, blue = 0, alpha = 255] = (pairs.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16))
  return { red, green, blue, alpha: alpha / 255 }
}

const clamp = (value: number, most: number): number => Math.min(Math.max(value, 0), most)

/** A number with its unit, per cent being of `whole`. */
const amount = (text: string, whole: number): number => text.endsWith("%") ? Number(text.slice(0, -1)) * whole / 100 : Number(text)

const fromHsl = (hue: number, saturation: number, lightness: number, alpha: number): Color => {
  const channel = (offset: number): number => {
    const at = (offset + hue / 30) % 12
    return (lightness - saturation * Math.min(lightness, 1 - lightness) * Math.max(-1, Math.min(at - 3, 9 - at, 1))) * 255
  }
  return { red: channel(0), green: channel(8), blue: channel(4), alpha }
}

const fromFunction = (name: string, inner: string): Color | undefined => {
  const parts = inner.trim().split(/[\s,/]+/)
  const [first = "", second = "", third = "", last = "1"] = parts
  const alpha = clamp(amount(last, 1), 1)
  const numbers = name.startsWith("rgb")
    ? [amount(first, 255), amount(second, 255), amount(third, 255)]
    : [Number(first.replace(/deg$/, "")), amount(second, 1), amount(third, 1)]
  const [one = 0, two = 0, three = 0] = numbers
  if (parts.length < 3 || parts.length > 4 || ![...numbers, alpha].every(Number.isFinite)) return undefined
  if (name.startsWith("hsl")) return fromHsl(((one % 360) + 360) % 360, clamp(two, 1), clamp(three, 1), alpha)
  return { red: clamp(one, 255), green: clamp(two, 255), blue: clamp(three, 255), alpha }
}

/** Reads a colour of CSS: a name, hexadecimal, `rgb()` or `hsl()`; undefined if it is none. */
export const parseColor = (text: string): Color | undefined => {
  const value = text.trim().toLowerCase()
  if (value === "transparent") return { red: 0, green: 0, blue: 0, alpha: 0 }
  const digits = /^#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/.exec(value)?.[1] ?? colorNames.get(value)
  if (digits !== undefined) return fromHex(digits)
  const [, name = "", inner = ""] = /^((?:rgb|hsl)a?)\(([0-9a-z.,%/ -]{1,64})\)$/.exec(value) ?? []
  return name === "" ? undefined : fromFunction(name, inner)
}

/** A mix of two colours, in whole numbers as it will be written; `share` is that of the first, from 0 to 1. */
export const mix = (one: Color, other: Color, share: number): Color => {
  const part = (first: number, second: number): number => Math.round(first * share + second * (1 - share))
  return { red: part(one.red, other.red), green: part(one.green, other.green), blue: part(one.blue, other.blue), alpha: 1 }
}

/** What is seen of a colour on what lies behind it: Outlook knows nothing of transparency. */
export const solid = (color: Color, behind: Color): Color => mix(color, behind, color.alpha)

/** A solid colour as `#rrggbb`. */
export const toHex = ({ blue, green, red }: Color): string =>
  `#${[red, green, blue].map((part) => part.toString(16).padStart(2, "0")).join("")}`

const linear = (part: number): number => part <= 10.314 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4

/** The relative luminance of WCAG, from 0 to 1. */
export const luminance = ({ blue, green, red }: Color): number => 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)

/** The contrast of WCAG between two colours, from 1 to 21; 4.5 is enough to read text. */
export const contrast = (one: Color, other: Color): number => {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}
