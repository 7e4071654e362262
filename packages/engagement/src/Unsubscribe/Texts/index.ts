export { chooseLanguage, type Language } from "./chooseLanguage.js"
export type { Problem, Texts } from "./Texts.js"
