/**
 * Reads the HTML of mail, its tags and its text; writes HTML; and finds colours that are legible.
 */
export { Attributes } from "./Attributes.js"
export { asUtf8InSteps } from "./asUtf8.js"
export {
  findLinksInSteps,
  type FoundLink,
  type FoundLinks,
  type Span,
  textAndLinksInSteps
} from "./findLinks.js"
export {
  type Color,
  contrast,
  fromHex,
  legibleOn,
  luminance,
  mix,
  parseColor,
  readable,
  solid,
  textOn,
  toHex
} from "./Color.js"
export {
  type BrandColors,
  type BrandPalette,
  brandPalette,
  darkBrandPalette
} from "./brandPalette.js"
export {
  colorProblem,
  darkMailPalette,
  fontFamilyOf,
  headingSizes,
  mailEdge,
  mailPalette,
  type MailPalette,
  type MailTheme,
  widthOf
} from "./mailTheme.js"
export {
  removedElements,
  renamedElements,
  richElements,
  richStyles,
  safeStyle
} from "./richText.js"
export { type MergeTag, type ScannedMergeTags, splitAtMergeTags } from "./splitAtMergeTags.js"
export { escapeContent, escapeHtml, escapeTemplateText, html, Html, nothing } from "./markup.js"
export {
  attributeOf,
  decodeAttribute,
  type HtmlListener,
  readHtml,
  unreadElements
} from "./readHtml.js"
export { textInSteps, textOf } from "./textOf.js"
