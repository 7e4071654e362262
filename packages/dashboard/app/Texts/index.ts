import { de } from "./de.js"
import { en } from "./en.js"
import { textsOf } from "./language.js"

export { type Formats, makeFormats, useFormats } from "./formats.js"
export { type Language, LanguageProvider, languages, textsOf, useLanguage } from "./language.js"

/** What all pages share. */
export const useTexts = textsOf({ en, de })
export { splitAtTimes } from "./splitAtTimes.js"
