import { Schema } from "effect"
import { maxFreeForm } from "./bounds.js"
import { membersOf } from "./members.js"

const unstorable = (value: string): string | undefined => {
  if (value.includes("\0")) return "must not contain the NUL character"
  return value.isWellFormed() ? undefined : "must not contain half of a surrogate pair"
}

/** What is wrong with a name: lists and terminals show it on one line, and it must not steer them. */
export const controlProblem = (text: string): string | undefined =>
  /[\p{Cc}\u2028\u2029]/u.test(text) ? "must not contain line breaks or other control characters" : undefined

/** Text that every database can keep: Postgres refuses NUL, and half a character becomes another one on its way. */
export const StorableText = Schema.String.pipe(Schema.filter(unstorable, { jsonSchema: {} }))

/** Storable text of 0 (or `least`) to `most` characters. */
export const boundedText = (max: number, least = 0) => {
  const says = { message: () => least === 0 ? `must be at most ${String(max)} characters` : `must be ${String(least)} to ${String(max)} characters` }
  return StorableText.pipe(Schema.minLength(least, says), Schema.maxLength(max, says))
}

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

const maxMembers = 20_000
const maxItems = 100_000
const maxCharacters = 2 * 1024 * 1024

/** An object of values of any type, null included, nested at most 64 levels, and of a size that can be copied without a pause. */
export const JsonObject = Schema.Record({ key: Schema.String, value: Schema.Unknown }).pipe(
  Schema.filter((value) => (nestsTooDeeply(value) ? `must not nest deeper than ${String(deepest)} levels` : undefined), {
    jsonSchema: {},
    ...maxFreeForm({
      members: maxMembers,
      items: maxItems,
      characters: maxCharacters,
      message: `must hold at most ${String(maxMembers)} members, ${String(maxItems)} entries of lists and ${String(maxCharacters)} characters in all`
    })
  })
)

/** Line ends, tabs and other controls become one space: a subject, for one, is one line. */
export const oneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").toWellFormed()
