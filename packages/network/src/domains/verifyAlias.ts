import type { ReturnPathFinding } from "@telemark/contract"
import { aliasName, type AliasUse } from "@telemark/core"
import { Effect } from "effect"
import type { Answer, DnsTrouble, LookUps } from "../dns/Dns.js"
import { withoutRoot } from "../spf/hosts.js"
import { found, troubleMessage } from "./findings.js"

type Sources = Pick<LookUps, "a" | "aaaa" | "cname" | "mx">
/** Findings of all uses have the same form. */
type AliasFinding = ReturnPathFinding
type Seen = Pick<AliasFinding, "status" | "found" | "message">

interface AliasQuestion {
  readonly use: AliasUse
  readonly domain: string
  readonly host: string
}

interface AliasTexts {
  /** What the alias is good for. */
  readonly verified: string
  /** What is wrong with other records that lead to the host. */
  readonly withoutAlias: string
}

const texts: Readonly<Record<AliasUse, AliasTexts>> = {
  return_path: {
    verified: "The domain's mail has it in its return path, so SPF aligns for DMARC.",
    withoutAlias:
      "Bounces to this name arrive at the right host, but by other records than a CNAME, which don't follow its SPF record and its changes."
  },
  tracking: {
    verified: "Tracked links in the domain's mail begin with it.",
    withoutAlias:
      "The name has the addresses of the right host, but no CNAME, so it doesn't follow that host's changes."
  }
}

/** Resolvers follow more, but no domain needs them. */
const maxAliases = 8

const fold = (name: string): string => withoutRoot(name).toLowerCase()

const recordsOf = <A>(answer: Answer<A>): ReadonlyArray<A> =>
  answer._tag === "Found" ? answer.records : []

/** By CNAME records, one after the other. */
const aliasesOf = (
  sources: Sources,
  name: string,
  left = maxAliases
): Effect.Effect<ReadonlyArray<string>, DnsTrouble> =>
  Effect.flatMap(sources.cname(name), (answer) => {
    const [target] = recordsOf(answer).map(fold)
    if (target === undefined || left === 0) return Effect.succeed([])
    return Effect.map(aliasesOf(sources, target, left - 1), (others) => [target, ...others])
  })

interface Records {
  readonly exchanges: ReadonlyArray<string>
  readonly addresses: ReadonlyArray<string>
}

const otherRecordsOf = (
  sources: Sources,
  use: AliasUse,
  name: string
): Effect.Effect<Records, DnsTrouble> => {
  // Only mail follows exchanges.
  const exchanges =
    use === "return_path"
      ? Effect.map(sources.mx(name), (mx) => recordsOf(mx).map(({ exchange }) => fold(exchange)))
      : Effect.succeed([])
  return Effect.map(
    Effect.all([exchanges, sources.a(name), sources.aaaa(name)], { concurrency: "unbounded" }),
    ([exchanges, a, aaaa]) => ({
      exchanges,
      addresses: [...recordsOf(a), ...recordsOf(aaaa)]
    })
  )
}

const shared = (one: ReadonlyArray<string>, other: ReadonlyArray<string>): boolean =>
  one.some((text) => other.includes(text))

/** Whether they lead to where the host leads. */
const arrivesAt = (host: string, own: Records, ofHost: Records): boolean =>
  own.exchanges.length === 0
    ? ofHost.exchanges.length === 0 && shared(own.addresses, ofHost.addresses)
    : shared(own.exchanges, ofHost.exchanges.length === 0 ? [host] : ofHost.exchanges)

const replace = "Replace them with one CNAME record with the expected value."

const describe = ({ addresses, exchanges }: Records): string | null =>
  found([
    ...exchanges.map((exchange) => `MX ${exchange}`),
    ...addresses.map((address) => `A ${address}`)
  ])

/** The name that it is an alias of, or its other records. */
export const aliasRecordsAt =
  (sources: Sources, use: AliasUse) =>
  (name: string): Effect.Effect<string | null, DnsTrouble> =>
    Effect.flatMap(sources.cname(name), (answer) => {
      const aliases = recordsOf(answer).map(fold)
      return aliases.length > 0
        ? Effect.succeed(found(aliases.slice(0, 1)))
        : Effect.map(otherRecordsOf(sources, use, name), describe)
    })

const withoutAlias = (sources: Sources, question: AliasQuestion): Effect.Effect<Seen, DnsTrouble> =>
  Effect.gen(function* () {
    const { domain, host, use } = question
    const own = yield* otherRecordsOf(sources, use, aliasName(use, domain))
    const records = describe(own)
    if (records === null) return yield* missing(sources, question)
    return {
      status: "mismatch",
      found: records,
      message: arrivesAt(host, own, yield* otherRecordsOf(sources, use, host))
        ? `${texts[use].withoutAlias} ${replace}`
        : `The name has other records and no CNAME. ${replace} If your DNS provider answers for the name itself (a proxied record), switch that off.`
    }
  })

const missing = (sources: Sources, { domain, host, use }: AliasQuestion): Effect.Effect<Seen> => {
  const name = aliasName(use, domain)
  return Effect.map(
    Effect.orElseSucceed(aliasesOf(sources, `${name}.${domain}`), (): ReadonlyArray<string> => []),
    (doubled): Seen => ({
      status: "missing",
      found: null,
      message: doubled.includes(host)
        ? `The record is at ${name}.${domain}: the DNS panel appends the domain. Enter the name without it.`
        : "There is no CNAME record. Add one of this name with the expected value; DNS may take a while to show it."
    })
  )
}

const findingOf = ({ domain, host, use }: AliasQuestion, seen: Seen): AliasFinding => ({
  verified: seen.status === "ok",
  host: aliasName(use, domain),
  expected: host,
  ...seen
})

export const aliasTrouble = (question: AliasQuestion, reason: DnsTrouble["reason"]): AliasFinding =>
  findingOf(question, { status: "temperror", found: null, message: troubleMessage(reason) })

/**
 * Whether `bounce.<domain>` or `track.<domain>` is an alias (CNAME) of the service's host for it,
 * perhaps by way of others.
 */
export const verifyAlias = (
  sources: Sources,
  question: AliasQuestion
): Effect.Effect<AliasFinding> =>
  aliasesOf(sources, aliasName(question.use, question.domain)).pipe(
    Effect.flatMap((aliases): Effect.Effect<Seen, DnsTrouble> => {
      const { host, use } = question
      if (aliases.length === 0) return withoutAlias(sources, question)
      const leadsThere = aliases.includes(host)
      return Effect.succeed({
        status: leadsThere ? "ok" : "mismatch",
        found: found(aliases.slice(0, 1)),
        message: leadsThere
          ? `The name leads to this service. ${texts[use].verified}`
          : "The name is an alias of another name. Change the CNAME record to the expected value."
      })
    }),
    Effect.map((seen) => findingOf(question, seen)),
    Effect.catch(({ reason }) => Effect.succeed(aliasTrouble(question, reason)))
  )
