import { Schema } from "effect"
import { maxFreeForm } from "./bounds.js"

/** There may be ten million octets. */
const hasMembers = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !ArrayBuffer.isView(value)

/** One level down. Not recursive: `JSON.parse` accepts depths that would overflow the stack. */
export const membersOf = (values: ReadonlyArray<unknown>): ReadonlyArray<unknown> =>
  values.flatMap((value) => (hasMembers(value) ? Object.values(value) : []))

/** A check that JSON Schema has no keyword for. */
export const wordedRule = <A>(problem: Parameters<typeof Schema.makeFilter<A>>[0]) =>
  Schema.makeFilter<A>(problem, { jsonSchema: {} })

/** Text that `problem` finds nothing wrong with. */
export const checkedText = (
  problem: (text: string) => string | undefined,
  annotations: Schema.Annotations.Filter
) => Schema.String.pipe(Schema.check(Schema.makeFilter(problem, annotations)))

const unstorable = (value: string): string | undefined => {
  if (value.includes("\0")) return "must not contain the NUL character"
  return value.isWellFormed() ? undefined : "must not contain half of a surrogate pair"
}

/** Postgres refuses NUL, and a lone surrogate would be replaced. */
export const StorableText = Schema.String.pipe(Schema.check(wordedRule(unstorable)))

export const boundedText = (max: number, min = 0) => {
  const says = {
    message:
      min === 0
        ? `must be at most ${String(max)} characters`
        : `must be ${String(min)} to ${String(max)} characters`
  }
  return StorableText.pipe(
    Schema.check(Schema.isMinLength(min, says)),
    Schema.check(Schema.isMaxLength(max, says))
  )
}

const maxDepth = 64

/** Recursive only down to the bound. */
const nestsTooDeeply = (value: object, depth = 0): boolean => {
  if (depth > maxDepth) return true
  if (!hasMembers(value)) return false
  const members: ReadonlyArray<unknown> = Array.isArray(value) ? value : Object.values(value)
  return members.some(
    (member) => typeof member === "object" && member !== null && nestsTooDeeply(member, depth + 1)
  )
}

const maxMembers = 20_000
const maxItems = 100_000
const maxCharacters = 2 * 1024 * 1024

/** At most 64 levels deep, and small enough to copy without a pause. */
export const JsonObject = Schema.Record(Schema.String, Schema.Unknown).pipe(
  Schema.check(
    Schema.makeFilter(
      (value) =>
        nestsTooDeeply(value) ? `must not nest deeper than ${String(maxDepth)} levels` : undefined,
      {
        jsonSchema: {},
        ...maxFreeForm({
          members: maxMembers,
          items: maxItems,
          characters: maxCharacters,
          message: `must have at most ${String(maxMembers)} members, ${String(maxItems)} list entries and ${String(maxCharacters)} characters in all`
        })
      }
    )
  )
)
