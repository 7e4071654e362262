/**
 * Reads the HTML of mail, its tags and its text; writes HTML; and finds colours that are legible.
 */
export { asUtf8InSteps } from "./asUtf8.js"
export { findLinksInSteps, type FoundLink, type FoundLinks, type Span } from "./findLinks.js"
export { type Color, mix, solid } from "./colors/Color.js"
export {
  type BrandColors,
  type BrandPalette,
  brandPalette,
  darkBrandPalette
} from "./colors/brandPalette.js"
export { contrast, legibleOn, luminance, readable, textOn } from "./colors/contrast.js"
export { fromHex, toHex } from "./colors/hex.js"
export { parseColor } from "./colors/parseColor.js"
export {
  colorProblem,
  darkMailPalette,
  type MailPalette,
  mailPalette
} from "./designs/mailPalette.js"
export {
  fontFamilyOf,
  headingSizes,
  mailEdge,
  type MailTheme,
  widthOf
} from "./designs/mailTheme.js"
export { removedElements, renamedElements, richElements } from "./designs/richElements.js"
export { richStyles } from "./designs/richStyles.js"
export { safeStyle } from "./designs/safeStyle.js"
export {
  type MergeTag,
  type ScannedMergeTags,
  splitAtMergeTags
} from "./designs/splitAtMergeTags.js"
export { escapeHtml, html, Html, nothing } from "./markup.js"
export { attributeOf, type HtmlListener, readHtml } from "./readHtml.js"
export { textAndLinksInSteps } from "./textAndLinks.js"
export { textInSteps, textOf } from "./textOf.js"
