type Channels = readonly [red: number, green: number, blue: number]

const channelsOf = (color: string): Channels => {
  const digits = color.slice(1)
  const full = digits.length === 3 ? digits.replace(/./g, "$&$&") : digits
  const channel = (from: number) => Number.parseInt(full.slice(from, from + 2), 16)
  return [channel(0), channel(2), channel(4)]
}

const hexOf = (channels: ReadonlyArray<number>): string =>
  `#${channels.map((channel) => Math.round(channel).toString(16).padStart(2, "0")).join("")}`

/** Relative luminance as WCAG defines it, 0 to 1. */
const luminanceOf = (color: string): number => {
  const linear = (channel: number) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }
  const [red, green, blue] = channelsOf(color)
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

/** How well two colours (`#rgb` or `#rrggbb`) stand out against each other, as WCAG defines it: 1 to 21. */
export const contrastOf = (one: string, other: string): number => {
  const [dark = 0, light = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** `share` of the other colour (0 to 1) in the first, as `#rrggbb`. */
export const mix = (color: string, other: string, share: number): string => {
  const [red, green, blue] = channelsOf(color)
  const [otherRed, otherGreen, otherBlue] = channelsOf(other)
  const blend = (from: number, to: number) => from + (to - from) * share
  return hexOf([blend(red, otherRed), blend(green, otherGreen), blend(blue, otherBlue)])
}

/** White where it can be read (a contrast of 4.5), else black: one of the two always can. */
export const textOn = (background: string): string => contrastOf("#ffffff", background) >= 4.5 ? "#ffffff" : "#000000"

/** A light tint of the same hue: mixing with white alone would make dark colours grey. */
const tintOf = (color: string): string => {
  const channels = channelsOf(color)
  const most = Math.max(...channels)
  return most === 0 ? "#ffffff" : mix(hexOf(channels.map((channel) => (channel * 255) / most)), "#ffffff", 0.5)
}

const steps = 20

const shadesBetween = (from: string, to: string): ReadonlyArray<string> =>
  Array.from({ length: steps + 1 }, (_, step) => mix(from, to, step / steps))

/** The colour itself if its contrast to the background is enough, else the nearest shade that has it; 4.5 can always be had. */
export const legibleOn = (background: string, color: string, contrast: number): string => {
  const end = textOn(background)
  const between = end === "#ffffff" ? tintOf(color) : end
  const shades = [...shadesBetween(color, between), ...shadesBetween(between, end)]
  return shades.find((shade) => contrastOf(shade, background) >= contrast) ?? end
}
