import type { DesignTheme } from "@telemark/client"
import {
  type Color,
  fontFamilyOf,
  type MailPalette,
  mailPalette,
  parseColor,
  solid,
  textOn,
  toHex,
  widthOf
} from "@telemark/html"

/** How the server will draw a mail. */
export interface MailLook {
  readonly palette: MailPalette
  readonly fonts: string
  /** In pixels. */
  readonly width: number
}

export const mailLook = (theme: DesignTheme | undefined): MailLook => ({
  palette: mailPalette(theme, () => () => undefined),
  fonts: fontFamilyOf(theme),
  width: widthOf(theme)
})

/** A colour as it appears on what is behind it; the other one if it is none. */
export const shownColor = (given: string | undefined, otherwise: Color, behind: Color): Color => {
  const color = given === undefined ? undefined : parseColor(given)
  return color === undefined ? otherwise : solid(color, behind)
}

export const buttonColors = (
  { palette }: MailLook,
  backgroundColor: string | undefined,
  color: string | undefined
) => {
  const background = shownColor(backgroundColor, palette.link, palette.content)
  return {
    background: toHex(background),
    color: toHex(shownColor(color, textOn(background), background))
  }
}
