import { type Color, contrast, fromHex, legibleOn, mix, textOn, toHex } from "./Color.js"

/** The colours that a brand names, as `#rgb` or `#rrggbb`. */
export interface BrandColors {
  readonly primary_color: string
  readonly background_color: string
  readonly text_color: string
}

/** The colours of a mail or page, as `#rrggbb`. */
export interface BrandPalette {
  readonly page: string
  readonly card: string
  readonly text: string
  /** For notes and labels. */
  readonly muted: string
  /** Between rows and around the card. */
  readonly line: string
  /** Behind highlighted parts of the card, such as a code. */
  readonly panel: string
  readonly button: string
  readonly buttonText: string
  readonly link: string
  /** For text outside the card. */
  readonly pageText: string
}

const cards = [fromHex("#ffffff"), fromHex("#16191d")] as const

/** White, unless the brand's text is light. */
const cardUnder = (text: Color): Color =>
  contrast(text, cards[0]) >= contrast(text, cards[1]) ? cards[0] : cards[1]

/** The colours of a brand, darkened or lightened if they would be illegible. */
export const brandPalette = ({
  background_color,
  primary_color,
  text_color
}: BrandColors): BrandPalette => {
  const [page, primary, text] = [
    fromHex(background_color),
    fromHex(primary_color),
    fromHex(text_color)
  ]
  const card = cardUnder(text)
  const button = legibleOn(card, primary, 1.5)
  return {
    page: toHex(page),
    card: toHex(card),
    text: toHex(legibleOn(card, text)),
    muted: toHex(legibleOn(card, mix(text, card, 0.3))),
    line: toHex(mix(card, text, 0.14)),
    panel: toHex(mix(card, text, 0.05)),
    button: toHex(button),
    buttonText: toHex(textOn(button)),
    link: toHex(legibleOn(card, primary)),
    pageText: toHex(legibleOn(page, mix(text, page, 0.3)))
  }
}

const darkCard = fromHex("#1a1e23")

/** The palette for dark mode: fixed greys, with the brand's colour lightened if necessary. */
export const darkBrandPalette = ({
  primary_color
}: Pick<BrandColors, "primary_color">): BrandPalette => {
  const primary = fromHex(primary_color)
  const button = legibleOn(darkCard, primary, 3)
  return {
    page: "#0f1215",
    card: toHex(darkCard),
    text: "#e9ecef",
    muted: "#a5adb6",
    line: "#30363d",
    panel: "#252a31",
    button: toHex(button),
    buttonText: toHex(textOn(button)),
    link: toHex(legibleOn(darkCard, primary, 6)),
    pageText: "#98a1ab"
  }
}
