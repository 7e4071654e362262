/** Reads the HTML of mail: its tags and its text. */
export { asUtf8InSteps } from "./asUtf8.js"
export { attributeOf, type HtmlListener, readHtml } from "./readHtml.js"
export { textInSteps, textOf } from "./textOf.js"
