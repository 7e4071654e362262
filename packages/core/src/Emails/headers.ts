import { parseMailboxList } from "../Addresses/index.js"
import { octets } from "../Validation/index.js"
import { isReservedField } from "./reservedFields.js"

/** A header field of a mail: its name as the caller spelled it, and its value on one line. */
export type HeaderField = readonly [name: string, value: string]

/** How many fields a send may have. */
export const mostFields = 50
export const tooManyFields = `must be at most ${String(mostFields)} fields`
const mostOctets = 16 * 1024
const longestName = 76
/** A line has 998 octets at most (RFC 5322 2.1.1), and one that goes on after the name begins with a space. */
const longestValue = 997

/** RFC 5322 3.6.8: printable ASCII but the colon. */
const isFieldName = (name: string): boolean => /^[\x21-\x39\x3b-\x7e]+$/.test(name) && name.length <= longestName

/** Without CR and LF, as the interface says, nor any other control character but the tab. */
const oneLine = (value: string): string => value.replace(/[\x00-\x08\x0a-\x1f\x7f]/g, "").toWellFormed()

const problemOf = (name: string, value: string): string | undefined => {
  if (!isFieldName(name)) return `must have a name of 1 to ${String(longestName)} printable ASCII characters without spaces or colons`
  if (octets(value) > longestValue) return `must be at most ${String(longestValue)} octets long`
  const isAddressList = name.toLowerCase() === "reply-to"
  return isAddressList && parseMailboxList(value) === undefined ? "must be a list of email addresses" : undefined
}

const tooLarge: ReadonlyArray<HeaderField> = [["", `must be at most ${String(mostOctets)} octets in all`]]

/** Why these headers can't be accepted, by path below `headers`; empty if they can. */
export const headerProblems = (headers: Readonly<Record<string, string>>): ReadonlyArray<HeaderField> => {
  const entries = Object.entries(headers)
  if (entries.length > mostFields) return [["", tooManyFields]]
  if (entries.some(([name, value]) => name.length + value.length > mostOctets)) return tooLarge
  const fields = entries.map(([name, value]) => [name, oneLine(value)] as const)
  const total = fields.reduce((sum, [name, value]) => sum + octets(name) + octets(value) + 4, 0)
  if (total > mostOctets) return tooLarge
  const names = new Set<string>()
  return fields.flatMap(([name, value]): ReadonlyArray<HeaderField> => {
    const folded = name.toLowerCase()
    const problem = names.has(folded) ? "is given more than once" : problemOf(name, value)
    names.add(folded)
    return problem === undefined ? [] : [[name, problem]]
  })
}

/** The fields that go into the mail, and the names of those that the service keeps to itself. */
export const selectHeaders = (
  headers: Readonly<Record<string, string>>
): { readonly kept: ReadonlyArray<HeaderField>; readonly dropped: ReadonlyArray<string> } => {
  const fields = Object.entries(headers)
  return {
    kept: fields.filter(([name]) => !isReservedField(name)).map(([name, value]) => [name, oneLine(value).trim()]),
    dropped: fields.filter(([name]) => isReservedField(name)).map(([name]) => name)
  }
}
