import type { Brand } from "@telemark/core"
import { contrastOf, legibleOn, mix, textOn } from "./color.js"

/** The colours of a mail, as `#rrggbb`. */
export interface Palette {
  readonly page: string
  readonly card: string
  readonly text: string
  /** Of notes and labels. */
  readonly muted: string
  /** Between rows, and around the card. */
  readonly line: string
  /** Behind what stands out in the card, such as a code. */
  readonly panel: string
  readonly button: string
  readonly buttonText: string
  readonly link: string
  /** Of what is written on the page, beside the card. */
  readonly pageText: string
}

const readable = 4.5

/** The card is white, unless the brand's text is light. */
const cardUnder = (text: string): string => contrastOf(text, "#ffffff") >= contrastOf(text, "#16191d") ? "#ffffff" : "#16191d"

/** The colours of a brand. What couldn't be read is darkened or lightened until it can. */
export const paletteOf = ({ background_color: page, primary_color: primary, text_color: text }: Brand): Palette => {
  const card = cardUnder(text)
  const button = legibleOn(card, primary, 1.5)
  return {
    page: mix(page, page, 0),
    card,
    text: legibleOn(card, text, readable),
    muted: legibleOn(card, mix(text, card, 0.3), readable),
    line: mix(card, text, 0.14),
    panel: mix(card, text, 0.05),
    button,
    buttonText: textOn(button),
    link: legibleOn(card, primary, readable),
    pageText: legibleOn(page, mix(text, page, 0.3), readable)
  }
}

/** The same where the reader's device is in dark mode: its own greys, with the brand's colour light enough to be seen. */
export const darkPaletteOf = ({ primary_color: primary }: Brand): Palette => {
  const card = "#1a1e23"
  const button = legibleOn(card, primary, 3)
  return {
    page: "#0f1215",
    card,
    text: "#e9ecef",
    muted: "#a5adb6",
    line: "#30363d",
    panel: "#252a31",
    button,
    buttonText: textOn(button),
    link: legibleOn(card, primary, 6),
    pageText: "#98a1ab"
  }
}
