import * as Options from "@effect/cli/Options"

export const json = Options.boolean("json").pipe(
  Options.withDescription("Print one JSON document, and nothing else, on standard output.")
)
