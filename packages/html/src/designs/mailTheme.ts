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
