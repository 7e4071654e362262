import { textsOf } from "../Texts/index.js"
import { de } from "./texts.de.js"
import { en } from "./texts.en.js"

export const usePersonTexts = textsOf({ en, de })
