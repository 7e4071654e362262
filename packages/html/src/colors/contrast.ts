import { type Color, mix } from "./Color.js"
import { fromHex } from "./hex.js"

const linear = (part: number): number =>
  part <= 10.314 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4

/** Relative luminance as defined by WCAG, from 0 to 1. */
export const luminance = ({ blue, green, red }: Color): number =>
  0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)

/** Contrast as defined by WCAG, from 1 to 21. */
export const contrast = (one: Color, other: Color): number => {
  const [first, second] = [luminance(one), luminance(other)]
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05)
}

/** The contrast that text needs (WCAG AA). */
export const readable = 4.5

const black = fromHex("#000000")
const white = fromHex("#ffffff")

/** White if it is legible, else black, which then is. */
export const textOn = (behind: Color): Color =>
  contrast(white, behind) >= readable ? white : black

/** A light tint of the same hue: mixing with white only would turn dark colours grey. */
const tintOf = ({ blue, green, red }: Color): Color => {
  const max = Math.max(red, green, blue)
  if (max === 0) return white
  const bright = (part: number): number => Math.round((part * 255) / max)
  return mix({ red: bright(red), green: bright(green), blue: bright(blue), alpha: 1 }, white, 0.5)
}

const steps = 20

const shadesBetween = (from: Color, to: Color): ReadonlyArray<Color> =>
  Array.from({ length: steps + 1 }, (_, step) => mix(from, to, step / steps))

/**
 * The colour if its contrast is sufficient, else the nearest shade with enough contrast. A contrast
 * of 4.5 is always possible.
 */
export const legibleOn = (behind: Color, color: Color, enough = readable): Color => {
  const end = textOn(behind)
  const between = end === white ? tintOf(color) : end
  const shades = [...shadesBetween(color, between), ...shadesBetween(between, end)]
  return shades.find((shade) => contrast(shade, behind) >= enough) ?? end
}
