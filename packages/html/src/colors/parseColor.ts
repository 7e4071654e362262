import type { Color } from "./Color.js"
import { colorNames } from "./colorNames.js"
import { fromHex } from "./hex.js"

const clamp = (value: number, max: number): number => Math.min(Math.max(value, 0), max)

/** A number, or a percentage of `whole`. */
const amount = (text: string, whole: number): number =>
  text.endsWith("%") ? (Number(text.slice(0, -1)) * whole) / 100 : Number(text)

const fromHsl = (hue: number, saturation: number, lightness: number, alpha: number): Color => {
  const channel = (offset: number): number => {
    const at = (offset + hue / 30) % 12
    return (
      (lightness -
        saturation *
          Math.min(lightness, 1 - lightness) *
          Math.max(-1, Math.min(at - 3, 9 - at, 1))) *
      255
    )
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
  if (parts.length < 3 || parts.length > 4 || ![...numbers, alpha].every(Number.isFinite))
    return undefined
  if (name.startsWith("hsl"))
    return fromHsl(((one % 360) + 360) % 360, clamp(two, 1), clamp(three, 1), alpha)
  return { red: clamp(one, 255), green: clamp(two, 255), blue: clamp(three, 255), alpha }
}

/** Parses a CSS colour: a name, hexadecimal, `rgb()` or `hsl()`. Undefined if it is invalid. */
export const parseColor = (text: string): Color | undefined => {
  const value = text.trim().toLowerCase()
  if (value === "transparent") return { red: 0, green: 0, blue: 0, alpha: 0 }
  const digits =
    /^#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/.exec(value)?.[1] ?? colorNames.get(value)
  if (digits !== undefined) return fromHex(digits)
  const [, name = "", inner = ""] = /^((?:rgb|hsl)a?)\(([0-9a-z.,%/ -]{1,64})\)$/.exec(value) ?? []
  return name === "" ? undefined : fromFunction(name, inner)
}
