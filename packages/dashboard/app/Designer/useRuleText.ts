import { useFormats } from "../Texts/index.js"
import { designLimits } from "@telemark/contract"
import type { Problem } from "./Model/index.js"
import { useDesignerTexts } from "./texts.js"

/** Says what is wrong, in the person's language. */
export const useRuleText = (): ((problem: Problem) => string) => {
  const { rules } = useDesignerTexts()
  const { number } = useFormats()
  return ({ max = 0, rule }) => {
    if (rule === "characters" || rule === "size") return rules[rule](number(max))
    return rule === "spacer" ? rules.spacer(number(designLimits.spacer)) : rules[rule]
  }
}
