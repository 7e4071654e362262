export { escapeText } from "./escapeText.js"
