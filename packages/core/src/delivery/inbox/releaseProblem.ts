import { ReleaseFailed } from "@telemark/contract"
import type { DeliveryOutcome } from "../message/DeliveryOutcome.js"
import { classify } from "../settlement/classify.js"
import { explainOutcome, responseOf } from "../settlement/explainOutcome.js"

const mayBeThere = "The server may have taken the mail all the same: look before you send it again."

const sentenceOf = (outcome: DeliveryOutcome): string => {
  if (outcome._tag !== "Broken" || !outcome.ambiguous)
    return explainOutcome(outcome, classify(outcome), false) ?? ""
  return `${explainOutcome({ ...outcome, ambiguous: false }, classify(outcome), false) ?? ""} ${mayBeThere}`
}

/** Why a captured mail wasn't sent; undefined if it was. There is no second attempt. */
export const releaseProblem = (outcome: DeliveryOutcome): ReleaseFailed | undefined =>
  outcome._tag === "Accepted"
    ? undefined
    : new ReleaseFailed({ why: sentenceOf(outcome), smtp_response: responseOf(outcome) })
