import { Effect, Ref, Result } from "effect"
import type { Answer, DnsTrouble, LookUps } from "../dns/Dns.js"
import {
  type DomainSpec,
  isSpfRecord,
  parseRecord,
  type Qualifier,
  type SpfRecord
} from "./SpfRecord.js"
import { type IpAddress, isName } from "./hosts.js"
import {
  type Check,
  countTerm,
  matches,
  permerror,
  type SpfStop,
  targetOf,
  temperror,
  through
} from "./mechanisms.js"

/** The results of RFC 7208 2.6. */
export type SpfResult = "none" | "permerror" | "temperror" | Qualifier

export interface SpfOutcome {
  readonly result: SpfResult
  /** For errors: continues a sentence after "since". */
  readonly reason: string | undefined
  readonly names: ReadonlyArray<string>
  /** The matching term of the domain's own record. */
  readonly term: string | undefined
  /** Look-ups used of the 10 allowed. 11 if the record needs more. */
  readonly lookUps: number
}

export interface SpfQuestion {
  readonly address: IpAddress
  readonly domain: string
  /** Address of MAIL FROM. Default: `postmaster` at the domain (RFC 7208 4.3). */
  readonly sender?: string | undefined
  /** The name of EHLO. Default: the domain. */
  readonly helo?: string | undefined
}

export const textsOf = (answer: Answer<string>): ReadonlyArray<string> =>
  answer._tag === "Found" ? answer.records : []

const stop = (reason: string): Effect.Effect<never, SpfStop> => Effect.fail(permerror(reason))

/** RFC 7208 4.4 to 4.6. */
const readRecord = (
  lookUps: Pick<LookUps, "txt">,
  name: string
): Effect.Effect<SpfRecord | undefined, SpfStop> =>
  lookUps.txt(name).pipe(
    Effect.mapError((trouble: DnsTrouble) => temperror(name)(trouble)),
    Effect.flatMap((answer): Effect.Effect<SpfRecord | undefined, SpfStop> => {
      const [text, another] = textsOf(answer).filter(isSpfRecord)
      if (text === undefined) return Effect.succeed(undefined)
      if (another !== undefined) return stop(`${name} has more than one SPF record`)
      return Result.match(parseRecord(text), {
        onFailure: (wrong) => stop(`in the record at ${name}: ${wrong}`),
        onSuccess: (record) => Effect.succeed(record)
      })
    })
  )

const withoutRecord = (target: string) => stop(`it refers to ${target}, which has no SPF record`)

type Evaluated = Pick<SpfOutcome, "term"> & { readonly result: "none" | Qualifier }

const unmatched = (result: "none" | Qualifier): Evaluated => ({ result, term: undefined })

const evaluate = (check: Check, domain: string): Effect.Effect<Evaluated, SpfStop> =>
  Effect.gen(function* () {
    const record = isName(domain) ? yield* readRecord(check.lookUps, domain) : undefined
    if (record === undefined) return unmatched("none")
    for (const { mechanism, qualifier, text } of record.directives) {
      if (yield* matches(check, domain, mechanism, includes(check)))
        return { result: qualifier, term: text }
    }
    if (record.redirect === undefined) return unmatched("neutral")
    const target = yield* targetOf(check, domain, record.redirect)
    const redirected = Effect.andThen(countTerm(check), recordAt(check, target, record.redirect))
    return unmatched(yield* through(target ?? record.redirect.text)(redirected))
  })

/** The record that another one refers to must exist. */
const recordAt = (
  check: Check,
  name: string | undefined,
  spec: DomainSpec
): Effect.Effect<Qualifier, SpfStop> =>
  Effect.flatMap(
    name === undefined ? Effect.succeed(unmatched("none")) : evaluate(check, name),
    ({ result }) => (result === "none" ? withoutRecord(name ?? spec.text) : Effect.succeed(result))
  )

const includes =
  (check: Check) =>
  (name: string | undefined, spec: DomainSpec): Effect.Effect<boolean, SpfStop> =>
    Effect.map(recordAt(check, name, spec), (result) => result === "pass")

/**
 * check_host() of RFC 7208 4: whether a domain's records permit an address to send its mail.
 * Limits: 10 terms that query DNS, 2 queries without a result, 10 mail exchangers, 10 names per
 * address. DNS errors are `temperror`.
 */
export const checkHost = (
  lookUps: LookUps,
  { address, domain, helo, sender }: SpfQuestion
): Effect.Effect<SpfOutcome> =>
  Effect.gen(function* () {
    const spent = yield* Ref.make({ lookUps: 0, voids: 0 })
    const name = domain.toLowerCase()
    const check: Check = {
      lookUps,
      spent,
      address,
      sender: sender ?? `postmaster@${name}`,
      helo: helo ?? name
    }
    const ended = yield* Effect.result(evaluate(check, name))
    const { lookUps: count } = yield* Ref.get(spent)
    return Result.match(ended, {
      onFailure: ({ names, reason, result }): SpfOutcome => ({
        result,
        reason,
        names,
        term: undefined,
        lookUps: count
      }),
      onSuccess: ({ result, term }): SpfOutcome => ({
        result,
        reason: undefined,
        names: [],
        term,
        lookUps: count
      })
    })
  })
