import * as Options from "@effect/cli/Options"

/** `--json`, which every command takes. */
export const json = Options.boolean("json").pipe(
  Options.withDescription("Print one JSON document on standard output, and nothing else there.")
)
