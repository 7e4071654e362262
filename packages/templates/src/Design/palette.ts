import type { Design } from "@telemark/core"
import { type Color, contrast, luminance, mix, parseColor, solid } from "./colors.js"
import type { Report } from "./text.js"

/** The colours of a mail in one scheme, light or dark. Those of text can be read on `content`. */
export interface Palette {
  /** Behind everything. */
  readonly background: Color
  /** Behind the content. */
  readonly content: Color
  readonly text: Color
  /** Of what matters less. */
  readonly muted: Color
  readonly link: Color
  /** Of thin lines. */
  readonly line: Color
}

const hex = (digits: number): Color => ({ red: digits >> 16, green: (digits >> 8) & 255, blue: digits & 255, alpha: 1 })

const white = hex(0xffffff)
const dark = { background: hex(0x111315), content: hex(0x1d2023), text: hex(0xe8eaed), muted: hex(0xa5abb3), line: hex(0x3a3f45) }
const light = { background: hex(0xf3f4f6), content: white, text: hex(0x1f2933), muted: hex(0x5b6572), line: hex(0xdfe3e8) }
const defaultLink = hex(0x1d56c9)

/** What text needs to be read (WCAG, AA). */
const enough = 4.5

const isLight = (color: Color): boolean => luminance(color) > 0.4

/** A colour, taken towards black or white only as far as it must be to be read on another. */
export const readableOn = (behind: Color, color: Color): Color => {
  const end = contrast(white, behind) >= contrast(hex(0), behind) ? white : hex(0)
  for (let share = 1; share > 0; share -= 0.05) {
    const mixed = mix(color, end, share)
    if (contrast(mixed, behind) >= enough) return mixed
  }
  return end
}

/** White if it can be read on a colour, otherwise what is as good as black. */
export const textOn = (behind: Color): Color => contrast(white, behind) >= enough ? white : readableOn(behind, hex(0x111315))

/** The colours of a design. The theme says nothing of text: it is chosen to be read on the content. */
export const paletteOf = (theme: Design["theme"], report: (member: string) => Report): Palette => {
  const colorOf = (member: "backgroundColor" | "contentBackgroundColor" | "linkColor", otherwise: Color, behind: Color): Color => {
    const given = theme?.[member]
    if (given === undefined) return otherwise
    const color = parseColor(given)
    if (color === undefined) report(member)(colorProblem)
    return color === undefined ? otherwise : solid(color, behind)
  }
  const background = colorOf("backgroundColor", light.background, white)
  const content = colorOf("contentBackgroundColor", light.content, background)
  const base = isLight(content) ? light : dark
  return {
    background,
    content,
    text: readableOn(content, base.text),
    muted: readableOn(content, base.muted),
    link: colorOf("linkColor", readableOn(content, defaultLink), content),
    line: base.line
  }
}

/** The reason for what looks like a colour, but isn't one. */
export const colorProblem = "must be a colour of CSS, such as #1a2b3c"

/** What a palette becomes where readers prefer dark; undefined if it is dark as it is. */
export const darkened = (palette: Palette): Palette | undefined =>
  isLight(palette.content) ? { ...dark, link: readableOn(dark.content, palette.link) } : undefined
