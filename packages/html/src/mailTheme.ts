import { type Color, fromHex, legibleOn, luminance, parseColor, solid } from "./Color.js"

/** The look of a mail made of blocks. Colours are those of CSS. */
export interface MailTheme {
  readonly backgroundColor: string
  readonly contentBackgroundColor: string
  readonly linkColor: string
  readonly fontFamily: string
  readonly width: string
}

/** Fallback fonts of the same kind, judged by the names. */
const fallBackFor = (fonts: string): string => {
  if (/mono|courier|consolas|menlo/i.test(fonts)) return "monospace"
  return /georgia|times|garamond|palatino|cambria|merriweather|playfair/i.test(fonts)
    ? "Times, serif"
    : "Helvetica, Arial, sans-serif"
}

const defaultWidth = 600

const generic = /^(?:serif|sans-serif|monospace|system-ui|cursive|fantasy|ui-[a-z-]+)$/i

/**
 * Font names for a style attribute: in single quotes if necessary, with a generic one at the end.
 */
export const fontFamilyOf = (theme: Partial<MailTheme> | undefined): string => {
  const names = (theme?.fontFamily ?? "")
    .split(",")
    .map((name) => name.replace(/["']/g, "").trim())
    .filter((name) => name !== "")
  const quoted = names.map((name) => (/^-?[a-z_][a-z0-9_-]*$/i.test(name) ? name : `'${name}'`))
  return names.some((name) => generic.test(name))
    ? quoted.join(", ")
    : [...quoted, fallBackFor(quoted.join())].join(", ")
}

/**
 * The width of the content in pixels. Percentages, which have no reference in mail, give the
 * default of 600.
 */
export const widthOf = (theme: Partial<MailTheme> | undefined): number => {
  const [, digits] = /^([\d.]+)(?:px)?$/.exec(theme?.width ?? "") ?? []
  return digits === undefined
    ? defaultWidth
    : Math.min(Math.max(Math.round(Number(digits)), 240), 1200)
}

/** Horizontal padding of a section, and again of each block in it, in pixels. */
export const mailEdge = 12

/** Size and line height of headings by level. */
export const headingSizes = {
  1: ["28px", "34px"],
  2: ["22px", "28px"],
  3: ["18px", "24px"]
} as const

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
