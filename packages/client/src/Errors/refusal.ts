import { type ErrorFacts, TelemarkError } from "./TelemarkError.js"

/** Makes the class of an error that the service answers under a code. The sentence stands in where its answer has none. */
export const refusal = <const Tag extends string, const Code extends string, Details>(tag: Tag, code: Code, sentence: string) =>
  class extends TelemarkError<Details> {
    readonly _tag = tag
    readonly code = code

    constructor(facts: ErrorFacts<Details>) {
      super(facts, sentence)
    }
  }
