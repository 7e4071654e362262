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

/** The hexadecimal digits of CSS's named colours; each gray is a grey, too. */
const colorNames: ReadonlyMap<string, string> = new Map(
  [
    "aliceblue:f0f8ff antiquewhite:faebd7 aqua:00ffff aquamarine:7fffd4 azure:f0ffff beige:f5f5dc bisque:ffe4c4",
    "black:000000 blanchedalmond:ffebcd blue:0000ff blueviolet:8a2be2 brown:a52a2a burlywood:deb887 cadetblue:5f9ea0",
    "chartreuse:7fff00 chocolate:d2691e coral:ff7f50 cornflowerblue:6495ed cornsilk:fff8dc crimson:dc143c cyan:00ffff",
    "darkblue:00008b darkcyan:008b8b darkgoldenrod:b8860b darkgray:a9a9a9 darkgreen:006400 darkkhaki:bdb76b",
    "darkmagenta:8b008b darkolivegreen:556b2f darkorange:ff8c00 darkorchid:9932cc darkred:8b0000 darksalmon:e9967a",
    "darkseagreen:8fbc8f darkslateblue:483d8b darkslategray:2f4f4f darkturquoise:00ced1 darkviolet:9400d3",
    "deeppink:ff1493 deepskyblue:00bfff dimgray:696969 dodgerblue:1e90ff firebrick:b22222 floralwhite:fffaf0",
    "forestgreen:228b22 fuchsia:ff00ff gainsboro:dcdcdc ghostwhite:f8f8ff gold:ffd700 goldenrod:daa520 gray:808080",
    "green:008000 greenyellow:adff2f honeydew:f0fff0 hotpink:ff69b4 indianred:cd5c5c indigo:4b0082 ivory:fffff0",
    "khaki:f0e68c lavender:e6e6fa lavenderblush:fff0f5 lawngreen:7cfc00 lemonchiffon:fffacd lightblue:add8e6",
    "lightcoral:f08080 lightcyan:e0ffff lightgoldenrodyellow:fafad2 lightgray:d3d3d3 lightgreen:90ee90",
    "lightpink:ffb6c1 lightsalmon:ffa07a lightseagreen:20b2aa lightskyblue:87cefa lightslategray:778899",
    "lightsteelblue:b0c4de lightyellow:ffffe0 lime:00ff00 limegreen:32cd32 linen:faf0e6 magenta:ff00ff maroon:800000",
    "mediumaquamarine:66cdaa mediumblue:0000cd mediumorchid:ba55d3 mediumpurple:9370db mediumseagreen:3cb371",
    "mediumslateblue:7b68ee mediumspringgreen:00fa9a mediumturquoise:48d1cc mediumvioletred:c71585",
    "midnightblue:191970 mintcream:f5fffa mistyrose:ffe4e1 moccasin:ffe4b5 navajowhite:ffdead navy:000080",
    "oldlace:fdf5e6 olive:808000 olivedrab:6b8e23 orange:ffa500 orangered:ff4500 orchid:da70d6 palegoldenrod:eee8aa",
    "palegreen:98fb98 paleturquoise:afeeee palevioletred:db7093 papayawhip:ffefd5 peachpuff:ffdab9 peru:cd853f",
    "pink:ffc0cb plum:dda0dd powderblue:b0e0e6 purple:800080 rebeccapurple:663399 red:ff0000 rosybrown:bc8f8f",
    "royalblue:4169e1 saddlebrown:8b4513 salmon:fa8072 sandybrown:f4a460 seagreen:2e8b57 seashell:fff5ee",
    "sienna:a0522d silver:c0c0c0 skyblue:87ceeb slateblue:6a5acd slategray:708090 snow:fffafa springgreen:00ff7f",
    "steelblue:4682b4 tan:d2b48c teal:008080 thistle:d8bfd8 tomato:ff6347 turquoise:40e0d0 violet:ee82ee wheat:f5deb3",
    "white:ffffff whitesmoke:f5f5f5 yellow:ffff00 yellowgreen:9acd32"
  ]
    .join(" ")
    .split(" ")
    .flatMap((entry) => {
      const [name = "", digits = ""] = entry.split(":")
      return [[name, digits] as const, [name.replace("gray", "grey"), digits] as const]
    })
)

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
