import { Schema } from "effect"
import { membersOf } from "./members.js"

/** Text that every database can keep: Postgres refuses the NUL character in a text column. */
export const StorableText = Schema.String.pipe(
  Schema.filter((value) => (value.includes("\0") ? "must not contain the NUL character" : undefined), {
    jsonSchema: {}
  })
)

const deepest = 64

const isNested = (value: unknown): boolean => typeof value === "object" && value !== null

/** Whether a JSON value nests deeper than we are willing to keep. */
const nestsTooDeeply = (value: unknown): boolean => {
  let level: ReadonlyArray<unknown> = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > deepest) return true
    level = membersOf(level).filter(isNested)
  }
  return false
}

/** An object of values of any type, null included, nested at most 64 levels. */
export const JsonObject = Schema.Record({ key: Schema.String, value: Schema.Unknown }).pipe(
  Schema.filter((value) => (nestsTooDeeply(value) ? `must not nest deeper than ${String(deepest)} levels` : undefined), {
    jsonSchema: {}
  })
)
