/** Red, green and blue from 0 to 255, alpha from 0 to 1. */
export interface Color {
  readonly red: number
  readonly green: number
  readonly blue: number
  readonly alpha: number
}

/**
 * Mixes `share` (0 to 1) of the other colour into the first, in whole numbers, as it will be
 * written.
 */
export const mix = (color: Color, other: Color, share: number): Color => {
  const blend = (from: number, to: number): number => Math.round(from + (to - from) * share)
  return {
    red: blend(color.red, other.red),
    green: blend(color.green, other.green),
    blue: blend(color.blue, other.blue),
    alpha: 1
  }
}

/** A colour as it appears on `behind`: Outlook doesn't support transparency. */
export const solid = (color: Color, behind: Color): Color => mix(behind, color, color.alpha)
