import { defineError } from "../defineError.js"
import { periodNames } from "../enumerations.js"

const names = [...periodNames]
const last = names.pop() ?? ""

const wrong = `period must be one of ${periodNames.join(", ")}` as const

/** The reporting window is unknown. */
export class InvalidPeriod extends defineError("InvalidPeriod", {
  status: 400,
  code: wrong,
  description: "There is no such reporting window.",
  message: wrong,
  sentence: `There is no such reporting window: give \`period\` as ${names.join(", ")} or ${last}, or leave it out.`
}) {}
