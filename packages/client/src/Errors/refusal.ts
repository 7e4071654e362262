import { type ErrorFacts, TelemarkError } from "./TelemarkError.js"

/**
 * Creates the class of an error of the service. The sentence is used if the answer has no message.
 */
export const refusal = <const Tag extends string, const Code extends string>(
  tag: Tag,
  code: Code,
  sentence: string
) =>
  class<Details = unknown> extends TelemarkError<Details> {
    /** The `error` of the service's answer. */
    static readonly code = code
    readonly _tag = tag
    readonly code = code

    constructor(facts: ErrorFacts<Details>) {
      super(facts, sentence)
    }
  }
