import type { Color } from "./Color.js"

/** Parses 3, 4, 6 or 8 hexadecimal digits, with or without `#`. */
export const fromHex = (hex: string): Color => {
  const digits = hex.replace("#", "")
  const pairs = digits.length < 6 ? digits.replace(/./g, "$&$&") : digits
  const [red = 0, green = 0, blue = 0, alpha = 255] = (pairs.match(/../g) ?? []).map((pair) =>
    Number.parseInt(pair, 16)
  )
  return { red, green, blue, alpha: alpha / 255 }
}

/** As `#rrggbb`, without alpha. */
export const toHex = ({ blue, green, red }: Color): string =>
  `#${[red, green, blue].map((part) => part.toString(16).padStart(2, "0")).join("")}`
