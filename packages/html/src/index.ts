/**
 * Reads the HTML of mail, its tags and its text; writes HTML; and finds colours that are legible.
 */
export { asUtf8InSteps } from "./asUtf8.js"
export { findLinksInSteps, type FoundLink, type FoundLinks, type Span } from "./findLinks.js"
export {
  type BrandColors,
  type BrandPalette,
  brandPalette,
  type Color,
  contrast,
  darkBrandPalette,
  fromHex,
  legibleOn,
  luminance,
  mix,
  parseColor,
  readable,
  solid,
  textOn,
  toHex
} from "./Colors/index.js"
export {
  colorProblem,
  darkMailPalette,
  fontFamilyOf,
  headingSizes,
  mailEdge,
  type MailPalette,
  mailPalette,
  type MailTheme,
  type MergeTag,
  removedElements,
  renamedElements,
  richElements,
  richStyles,
  safeStyle,
  type ScannedMergeTags,
  splitAtMergeTags,
  widthOf
} from "./Designs/index.js"
export { escapeHtml, html, Html, nothing } from "./markup.js"
export { attributeOf, type HtmlListener, readHtml, unreadElements } from "./readHtml.js"
export { textAndLinksInSteps } from "./textAndLinks.js"
export { textInSteps, textOf } from "./textOf.js"
