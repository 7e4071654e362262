/** Reads the html of mail: its tags, and the text in it. */
export { asUtf8InSteps } from "./asUtf8.js"
export { attributeOf, type HtmlListener, readHtml } from "./readHtml.js"
export { textInSteps, textOf } from "./textOf.js"
