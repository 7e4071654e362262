import { beginningOf, oneLine } from "../textRules.js"
import { ValidationFailed } from "./decode.js"
import type { ValidationDetails } from "./details.js"

/** The work grows with the square of the length. */
const maxLength = 64

/** `replyTo`, `reply_to`, `reply-to` and `ReplyTo` are the same. */
export const foldName = (name: string): string => name.replace(/[_\-\s.]/g, "").toLowerCase()

/** Insertions, deletions, replacements and swaps of neighbours. */
const distance = (from: string, to: string): number => {
  let beforeLast: Array<number> = []
  let last = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let row = 1; row <= from.length; row++) {
    const current = [row]
    for (let column = 1; column <= to.length; column++) {
      const isSame = from[row - 1] === to[column - 1]
      const replaced = (last[column - 1] ?? 0) + (isSame ? 0 : 1)
      const isExchange =
        row > 1 &&
        column > 1 &&
        from[row - 1] === to[column - 2] &&
        from[row - 2] === to[column - 1]
      const exchanged = isExchange ? (beforeLast[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY
      current.push(
        Math.min((last[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1, replaced, exchanged)
      )
    }
    beforeLast = last
    last = current
  }
  return last[to.length] ?? 0
}

/**
 * The known name that is meant; undefined if none is close. Case and separators don't count; a
 * third of the letters may differ, at most three. The first of equally close names wins, and an
 * equal name never does.
 */
export const didYouMean = (name: string, known: ReadonlyArray<string>): string | undefined => {
  if (name.length > maxLength) return undefined
  const wanted = foldName(name)
  let best: { readonly name: string; readonly distance: number } | undefined
  for (const candidate of known) {
    if (candidate === name || candidate.length > maxLength) continue
    const other = foldName(candidate)
    const allowed = Math.min(3, Math.floor(Math.max(wanted.length, other.length) / 3))
    if (Math.abs(wanted.length - other.length) > allowed) continue
    const found = distance(wanted, other)
    if (found <= allowed && (best === undefined || found < best.distance))
      best = { name: candidate, distance: found }
  }
  return best?.name
}

export const orMeant = (meant: string | undefined): string =>
  meant === undefined ? "" : `; did you mean ${meant}?`

export const withMeant = (sentence: string, meant: string | undefined): string =>
  meant === undefined ? sentence : `${sentence} Did you mean ${meant}?`

export interface UnknownName {
  /** On one line, shortened, with the path of its object. */
  readonly path: string
  readonly meant: string | undefined
}

const maxNamed = 10
const maxShown = 64

export const showName = (name: string): string => {
  const line = oneLine(name.slice(0, maxShown + 1)).replace(/\p{Cf}+/gu, "")
  return line.length > maxShown || name.length > maxShown ? `${beginningOf(line, maxShown)}…` : line
}

/** Looking for what was meant takes time: the first ten, and the number of others. */
export const firstUnknown = (
  found: ReadonlyArray<() => UnknownName>
): { readonly named: ReadonlyArray<UnknownName>; readonly more: number } => ({
  named: found.slice(0, maxNamed).map((make) => make()),
  more: Math.max(0, found.length - maxNamed)
})

/** `kind` says what the names are: `member of a send`. */
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

export const unknownReasons = (
  kind: string,
  { named }: Pick<ReturnType<typeof firstUnknown>, "named">
): ValidationDetails =>
  Object.fromEntries(named.map(({ meant, path }) => [path, [`is no ${kind}${orMeant(meant)}`]]))

/** Names with a likely meaning may be the only cause of a refusal. */
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

/** These can be repeated in an error message. */
const showable = /^[\w$.-]{1,64}$/

/** In all alternatives of the type. */
export type OptionNames<Options> = Readonly<
  Record<Options extends unknown ? keyof Options & string : never, true>
>

/** Each with the one that was probably meant. */
export const unknownOptions = (
  called: string,
  given: object,
  names: Readonly<Record<string, true>>
): ValidationDetails => {
  const known = Object.keys(names)
  const unknown = Object.keys(given)
    .filter((name) => !Object.hasOwn(names, name))
    .slice(0, 10)
  return Object.fromEntries(
    unknown.map((name) => {
      const reason = `is not an option of ${called}${orMeant(didYouMean(name, known))}`
      return showable.test(name) ? [name, [reason]] : ["options", ["have an unknown name"]]
    })
  )
}

/**
 * Throws `ValidationFailed` if the options aren't an object or have unknown names. `called` is the
 * function as its caller knows it, `example` shows what it accepts.
 */
export const checkedOptions = <Options extends object>(
  called: string,
  example: string,
  names: OptionNames<Options>,
  options: Options
): Options => {
  const given: unknown = options
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    throw ValidationFailed.at("options", `of ${called} must be an object such as ${example}`)
  }
  const details = unknownOptions(called, given, names)
  if (Object.keys(details).length > 0) throw new ValidationFailed({ details })
  return options
}
