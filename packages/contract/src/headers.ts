import { Schema } from "effect"
import { parseMailboxList } from "./mailbox.js"
import { octets } from "./textRules.js"
import { maxMembers } from "./validation/bounds.js"

const maxFields = 50
const tooManyFields = `must be at most ${String(maxFields)} fields`
const maxOctets = 16 * 1024
const maxNameLength = 76
/**
 * Not folded: no line may break its addresses. A line has at most 998 octets (RFC 5322 2.1.1); a
 * continued one begins with a space.
 */
const maxUnfolded = 997
const isUnfolded = (name: string): boolean => name.toLowerCase() === "list-unsubscribe"

/** RFC 5322 3.6.8: printable ASCII but the colon. */
const isFieldName = (name: string): boolean =>
  /^[\x21-\x39\x3b-\x7e]+$/.test(name) && name.length <= maxNameLength

/** CR and LF included, but not tabs. */
export const withoutControls = (value: string): string =>
  value.replace(/[\x00-\x08\x0a-\x1f\x7f]/g, "").toWellFormed()

const problemOf = (name: string, value: string): string | undefined => {
  if (!isFieldName(name))
    return `must have a name of 1 to ${String(maxNameLength)} printable ASCII characters without spaces or colons`
  if (isUnfolded(name) && octets(value) > maxUnfolded)
    return `must be at most ${String(maxUnfolded)} octets long`
  const isAddressList = name.toLowerCase() === "reply-to"
  return isAddressList && parseMailboxList(value) === undefined
    ? "must be a list of email addresses"
    : undefined
}

type Problem = readonly [name: string, message: string]

const tooLarge: ReadonlyArray<Problem> = [
  ["", `must be at most ${String(maxOctets)} octets in all`]
]

/** By path below `headers`. */
export const headerProblems = (
  headers: Readonly<Record<string, string>>
): ReadonlyArray<Problem> => {
  const entries = Object.entries(headers)
  if (entries.length > maxFields) return [["", tooManyFields]]
  if (entries.some(([name, value]) => name.length + value.length > maxOctets)) return tooLarge
  const fields = entries.map(([name, value]) => [name, withoutControls(value)] as const)
  const total = fields.reduce((sum, [name, value]) => sum + octets(name) + octets(value) + 4, 0)
  if (total > maxOctets) return tooLarge
  const names = new Set<string>()
  return fields.flatMap(([name, value]): ReadonlyArray<Problem> => {
    const folded = name.toLowerCase()
    const problem = names.has(folded) ? "is given more than once" : problemOf(name, value)
    names.add(folded)
    return problem === undefined ? [] : [[name, problem]]
  })
}

export const Headers = Schema.Record(Schema.String, Schema.String).pipe(
  Schema.check(
    Schema.makeFilter(
      (headers) =>
        headerProblems(headers).map(([name, issue]) => ({
          path: name === "" ? [] : [name],
          issue
        })),
      { jsonSchema: { maxProperties: maxFields }, ...maxMembers(maxFields, tooManyFields) }
    )
  )
)
