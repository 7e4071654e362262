import { type ReturnPathFinding, returnPathName } from "@telemark/core"
import type { Answer, DnsTrouble, LookUps } from "@telemark/network"
import { Effect } from "effect"
import { withoutRoot } from "../Spf/index.js"
import { found, troubleMessage } from "./texts.js"

type Sources = Pick<LookUps, "a" | "aaaa" | "cname" | "mx">
type Seen = Pick<ReturnPathFinding, "status" | "found" | "message">

/** Aliases that are followed: resolvers follow more, but no domain needs them. */
const maxAliases = 8

const fold = (name: string): string => withoutRoot(name).toLowerCase()

const recordsOf = <A>(answer: Answer<A>): ReadonlyArray<A> => (answer._tag === "Found" ? answer.records : [])

/** The names that a name leads to by its CNAME records, one after the other. */
const aliasesOf = (sources: Sources, name: string, left = maxAliases): Effect.Effect<ReadonlyArray<string>, DnsTrouble> =>
  Effect.flatMap(sources.cname(name), (answer) => {
    const [target] = recordsOf(answer).map(fold)
    if (target === undefined || left === 0) return Effect.succeed([])
    return Effect.map(aliasesOf(sources, target, left - 1), (others) => [target, ...others])
  })

interface Records {
  readonly exchanges: ReadonlyArray<string>
  readonly addresses: ReadonlyArray<string>
}

const mailRecordsOf = (sources: Sources, name: string): Effect.Effect<Records, DnsTrouble> =>
  Effect.map(Effect.all([sources.mx(name), sources.a(name), sources.aaaa(name)], { concurrency: "unbounded" }), ([mx, a, aaaa]) => ({
    exchanges: recordsOf(mx).map(({ exchange }) => fold(exchange)),
    addresses: [...recordsOf(a), ...recordsOf(aaaa)]
  }))

const shared = (one: ReadonlyArray<string>, other: ReadonlyArray<string>): boolean => one.some((text) => other.includes(text))

/** Whether mail to a name with these records arrives where mail to the host does. */
const arrivesAt = (host: string, own: Records, ofHost: Records): boolean =>
  own.exchanges.length === 0
    ? ofHost.exchanges.length === 0 && shared(own.addresses, ofHost.addresses)
    : shared(own.exchanges, ofHost.exchanges.length === 0 ? [host] : ofHost.exchanges)

const replace = "Replace them with one CNAME record with the expected value."

const withoutAlias = (sources: Sources, domain: string, host: string): Effect.Effect<Seen, DnsTrouble> =>
  Effect.gen(function*() {
    const name = returnPathName(domain)
    const own = yield* mailRecordsOf(sources, name)
    const records = found([...own.exchanges.map((exchange) => `MX ${exchange}`), ...own.addresses.map((address) => `A ${address}`)])
    if (records === null) return yield* missing(sources, domain, host)
    return {
      status: "mismatch",
      found: records,
      message: arrivesAt(host, own, yield* mailRecordsOf(sources, host))
        ? `Bounces to this name arrive at the right host, but by other records than a CNAME, which don't follow its SPF record and its changes. ${replace}`
        : `The name has other records and no CNAME. ${replace} If your DNS provider answers for the name itself (a proxied record), switch that off.`
    }
  })

const missing = (sources: Sources, domain: string, host: string): Effect.Effect<Seen> => {
  const name = returnPathName(domain)
  return Effect.map(Effect.orElseSucceed(aliasesOf(sources, `${name}.${domain}`), (): ReadonlyArray<string> => []), (doubled): Seen => ({
    status: "missing",
    found: null,
    message: doubled.includes(host)
      ? `The record is at ${name}.${domain}: the DNS panel appends the domain. Enter the name without it.`
      : "There is no CNAME record. Add one of this name with the expected value; DNS may take a while to show it."
  }))
}

const findingOf = (domain: string, host: string, seen: Seen): ReturnPathFinding => ({
  verified: seen.status === "ok", host: returnPathName(domain), expected: host, ...seen
})

export const returnPathTrouble = (domain: string, host: string, reason: DnsTrouble["reason"]): ReturnPathFinding =>
  findingOf(domain, host, { status: "temperror", found: null, message: troubleMessage(reason) })

/** Looks up whether `bounce.<domain>` is an alias (CNAME) of the return path host, perhaps by way of other aliases. */
export const verifyReturnPath = (sources: Sources, domain: string, host: string): Effect.Effect<ReturnPathFinding> =>
  aliasesOf(sources, returnPathName(domain)).pipe(
    Effect.flatMap((aliases): Effect.Effect<Seen, DnsTrouble> => {
      if (aliases.length === 0) return withoutAlias(sources, domain, host)
      const leadsThere = aliases.includes(host)
      return Effect.succeed({
        status: leadsThere ? "ok" : "mismatch",
        found: found(aliases.slice(0, 1)),
        message: leadsThere
          ? "The name leads to this service. The domain's mail has it in its return path, so SPF aligns for DMARC."
          : "The name is an alias of another name. Change the CNAME record to the expected value."
      })
    }),
    Effect.map((seen) => findingOf(domain, host, seen)),
    Effect.catchAll(({ reason }) => Effect.succeed(returnPathTrouble(domain, host, reason)))
  )
