import { type Color, solid } from "../colors/Color.js"
import { legibleOn, luminance } from "../colors/contrast.js"
import { fromHex } from "../colors/hex.js"
import { parseColor } from "../colors/parseColor.js"
import type { MailTheme } from "./mailTheme.js"

/** The colours of a mail in light or dark mode. Text colours are legible on `content`. */
export interface MailPalette {
  readonly background: Color
  readonly content: Color
  readonly text: Color
  /** For secondary text. */
  readonly muted: Color
  readonly link: Color
  readonly line: Color
}

const usual = (background: string, content: string, text: string, muted: string, line: string) => ({
  background: fromHex(background),
  content: fromHex(content),
  text: fromHex(text),
  muted: fromHex(muted),
  line: fromHex(line)
})

const light = usual("#f3f4f6", "#ffffff", "#1f2933", "#5b6572", "#dfe3e8")
const dark = usual("#111315", "#1d2023", "#e8eaed", "#a5abb3", "#3a3f45")
const usualLink = fromHex("#1d56c9")

const isLight = (color: Color): boolean => luminance(color) > 0.4

/**
 * The colours of a design. The theme has no text colour: it is chosen to be legible on the content.
 */
export const mailPalette = (
  theme: Partial<MailTheme> | undefined,
  report: (member: string) => (reason: string) => void
): MailPalette => {
  const colorOf = (
    member: "backgroundColor" | "contentBackgroundColor" | "linkColor",
    otherwise: Color,
    behind: Color
  ): Color => {
    const given = theme?.[member]
    if (given === undefined) return otherwise
    const color = parseColor(given)
    if (color === undefined) report(member)(colorProblem)
    return color === undefined ? otherwise : solid(color, behind)
  }
  const background = colorOf("backgroundColor", light.background, light.content)
  const content = colorOf("contentBackgroundColor", light.content, background)
  const base = isLight(content) ? light : dark
  return {
    background,
    content,
    text: legibleOn(content, base.text),
    muted: legibleOn(content, base.muted),
    link: colorOf("linkColor", legibleOn(content, usualLink), content),
    line: base.line
  }
}

export const colorProblem = "must be a colour of CSS, such as #1a2b3c"

/** The palette for dark mode. Undefined if it is dark already. */
export const darkMailPalette = (palette: MailPalette): MailPalette | undefined =>
  isLight(palette.content) ? { ...dark, link: legibleOn(dark.content, palette.link) } : undefined
