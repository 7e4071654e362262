import type { SentMail } from "../telemark/mailbox.js"
import { type Difference, isAsymmetric } from "./compare.js"
import type { AsymmetricMatcher, ExpectedSent } from "./expectedMail.js"

export interface Compared {
  readonly mail: SentMail
  readonly differences: ReadonlyArray<Difference>
}

/** Longer texts are cut, and further messages are only counted. */
const maxShownLength = 300
const maxShown = 10

const shortened = (text: string): string =>
  text.length > maxShownLength
    ? `${text.slice(0, maxShownLength)}… (${String(text.length)} characters)`
    : text

/**
 * Matchers of Vitest and Jest return a name such as `StringContaining`, without what they look for.
 */
const nameOf = (matcher: AsymmetricMatcher): string => {
  const { sample } = matcher
  return sample === undefined ? matcher.toString() : `${matcher.toString()} ${show(sample)}`
}

const show = (value: unknown): string => {
  if (typeof value === "string") return shortened(JSON.stringify(value))
  if (value instanceof RegExp) return String(value)
  if (value instanceof Uint8Array) return `${String(value.length)} octets`
  if (Array.isArray(value)) return value.length === 0 ? "none" : `[${value.map(show).join(", ")}]`
  if (isAsymmetric(value)) return nameOf(value)
  if (typeof value !== "object" || value === null) return String(value)
  return `{ ${Object.entries(value)
    .map(([name, member]) => `${name}: ${show(member)}`)
    .join(", ")} }`
}

const mails = (count: number): string =>
  count === 0 ? "no mail" : count === 1 ? "1 mail" : `${String(count)} mails`

const wanted = ({ times, ...expected }: ExpectedSent, isNot: boolean): string => {
  const what = Object.keys(expected).length === 0 ? "" : ` with ${show(expected)}`
  const count =
    times === undefined
      ? isNot
        ? "no mail"
        : "a mail"
      : `${isNot ? "any number of mails but " : ""}${times === 0 ? "no mail" : mails(times)}`
  return `${count}${what}`
}

const line = ({ differences, mail: { from, subject, to } }: Compared, index: number): string =>
  [
    `${String(index + 1)}. to ${to} from ${from}: ${show(subject)}${differences.length === 0 ? " (as expected)" : ""}`,
    ...differences.map(
      ({ actual, expected, field }) => `   ${field}: ${show(actual)}, expected ${show(expected)}`
    )
  ].join("\n")

const closestFirst = (one: Compared, other: Compared): number =>
  one.differences.length - other.differences.length

/**
 * The failure message: what was expected, and the mailbox's messages, closest first, with the
 * fields that differ.
 */
export const failureOf = (
  compared: ReadonlyArray<Compared>,
  expected: ExpectedSent,
  isNot: boolean
): string => {
  const met = compared.filter(({ differences }) => differences.length === 0).length
  const some = expected.times !== undefined || isNot ? `, ${String(met)} as expected` : ""
  const shown = [...compared].sort(closestFirst).slice(0, maxShown)
  const left = compared.length - shown.length
  return [
    `Expected the mailbox to contain ${wanted(expected, isNot)}.`,
    `It contains ${mails(compared.length)}${compared.length === 0 ? "." : `${some}:`}`,
    ...(shown.length === 0 ? [] : ["", ...shown.map(line)]),
    ...(left === 0 ? [] : [`… and ${mails(left)} more`])
  ].join("\n")
}
