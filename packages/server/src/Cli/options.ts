import * as Flag from "effect/cli/Flag"

/** An option without a value: false unless it is given. */
export const flag = (name: string) =>
  Flag.Boolean(name).pipe(Flag.withoutNegation, Flag.withDefault(false))

export const json = flag("json").pipe(
  Flag.withDescription("Print one JSON document, and nothing else, on standard output.")
)
