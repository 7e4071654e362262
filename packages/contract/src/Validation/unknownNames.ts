import { orMeant } from "./didYouMean.js"
import { oneLine } from "./text.js"
import type { ValidationDetails } from "./ValidationFailed.js"

/** A name that a request has and its operation doesn't know. */
export interface UnknownName {
  /** As displayed: on one line, shortened, with the path of its object. */
  readonly path: string
  readonly meant: string | undefined
}

const maxNamed = 10
const maxShown = 64

/** A name of a request as it may be displayed: on one line, and shortened. */
export const showName = (name: string): string => {
  const line = oneLine(name.slice(0, maxShown + 1)).replace(/\p{Cf}+/gu, "")
  return line.length > maxShown || name.length > maxShown ? `${line.slice(0, maxShown)}…` : line
}

/** The first ten, since looking for what was meant takes time, and the number of others. */
export const firstUnknown = (
  found: ReadonlyArray<() => UnknownName>
): { readonly named: ReadonlyArray<UnknownName>; readonly more: number } => ({
  named: found.slice(0, maxNamed).map((make) => make()),
  more: Math.max(0, found.length - maxNamed)
})

/**
 * What to warn of where unknown names are ignored. `kind` says what they are: `member of a send`.
 */
export const unknownWarnings = (
  kind: string,
  { more, named }: ReturnType<typeof firstUnknown>
): ReadonlyArray<string> => [
  ...named.map(
    ({ meant, path }) =>
      `${path} is no ${kind} and was ignored${meant === undefined ? "." : orMeant(meant)}`
  ),
  ...(more === 0 ? [] : [`${String(more)} more unknown ${kind.split(" ")[0] ?? ""}s were ignored.`])
]

/** The reasons to refuse a request for its unknown names. */
export const unknownReasons = (
  kind: string,
  { named }: Pick<ReturnType<typeof firstUnknown>, "named">
): ValidationDetails =>
  Object.fromEntries(named.map(({ meant, path }) => [path, [`is no ${kind}${orMeant(meant)}`]]))

/**
 * Adds unknown names with a likely meaning to the reasons of a refusal: they may be its only cause.
 */
export const withUnknownNames = (
  kind: string,
  details: ValidationDetails,
  { named }: ReturnType<typeof firstUnknown>
): ValidationDetails => {
  const likely = named.filter(({ meant }) => meant !== undefined)
  const reasons = new Map(Object.entries(details))
  for (const [path, more] of Object.entries(unknownReasons(kind, { named: likely })))
    reasons.set(path, [...(reasons.get(path) ?? []), ...more])
  return Object.fromEntries(reasons)
}
