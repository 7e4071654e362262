import { Effect, Layer } from "effect"
import { promises } from "node:dns"
import { domainToASCII } from "node:url"
import {
  type Answer,
  Dns,
  type DnsOptions,
  DnsTrouble,
  InvalidDnsServers,
  type LookUps,
  parseDnsServers
} from "./Dns.js"
import { readUnmapped, reverseName } from "./address.js"

type Outcome = Exclude<Answer<never>["_tag"], "Found"> | DnsTrouble["reason"]

// Codes of c-ares, as Node reports them.
const outcomes: Readonly<Record<string, Outcome>> = {
  ENOTFOUND: "NoName",
  // A name that can't be written doesn't exist either, such as one with an overlong label.
  EBADNAME: "NoName",
  ENODATA: "NoData",
  ESERVFAIL: "servfail",
  ETIMEOUT: "timeout",
  EREFUSED: "refused",
  ENOTIMP: "refused",
  ECONNREFUSED: "unreachable",
  EBADRESP: "malformed",
  EFORMERR: "malformed",
  ECANCELLED: "cancelled",
  EDESTRUCTION: "cancelled"
}

const outcomeOf = (error: unknown): Outcome => {
  const code = error instanceof Error && "code" in error ? String(error.code) : ""
  return outcomes[code] ?? "unreachable"
}

const noName: Effect.Effect<Answer<never>> = Effect.succeed({ _tag: "NoName" })

/**
 * For others Node queries the root, or a name that the backslash escapes stand for (RFC 1035, 5.1).
 */
const canBeAsked = (name: string): boolean => domainToASCII(name) !== "" && !name.includes("\\")

const lookUp =
  <R, A>(ask: (name: string) => Promise<ReadonlyArray<R>>, record: (found: R) => A) =>
  (name: string): Effect.Effect<Answer<A>, DnsTrouble> =>
    canBeAsked(name)
      ? Effect.tryPromise({ try: () => ask(name), catch: outcomeOf }).pipe(
          Effect.map((found): Answer<A> =>
            found.length === 0 ? { _tag: "NoData" } : { _tag: "Found", records: found.map(record) }
          ),
          Effect.catch((outcome) =>
            outcome === "NoName" || outcome === "NoData"
              ? Effect.succeed<Answer<A>>({ _tag: outcome })
              : Effect.fail(new DnsTrouble({ reason: outcome }))
          )
        )
      : noName

const itself = <A>(found: A): A => found

const lookUpsOf = (resolver: promises.Resolver): LookUps => {
  // `reverse` would read the hosts file as well.
  const pointers = lookUp((name) => resolver.resolvePtr(name), itself)
  return {
    txt: lookUp(
      (name) => resolver.resolveTxt(name),
      (strings) => strings.join("")
    ),
    a: lookUp((name) => resolver.resolve4(name), itself),
    aaaa: lookUp((name) => resolver.resolve6(name), itself),
    mx: lookUp(
      (name) => resolver.resolveMx(name),
      ({ exchange, priority }) => ({ priority, exchange })
    ),
    cname: lookUp((name) => resolver.resolveCname(name), itself),
    ptr: (text) => {
      const address = readUnmapped(text)
      return address === undefined ? noName : pointers(reverseName(address))
    }
  }
}

const tries = 2

/** Resolvers that use these servers, or the system's. */
export const makeDns = ({ servers = [], timeout = 2000 }: DnsOptions = {}): Effect.Effect<
  Dns["Service"],
  InvalidDnsServers
> =>
  Effect.mapBoth(Effect.fromResult(parseDnsServers(servers.join(","))), {
    onFailure: (reason) => new InvalidDnsServers({ reason }),
    onSuccess: (checked) => ({
      resolver: Effect.map(
        Effect.acquireRelease(
          Effect.sync(() => {
            const resolver = new promises.Resolver({ timeout, tries })
            if (checked.length > 0) resolver.setServers(checked)
            return resolver
          }),
          (resolver) => Effect.sync(() => resolver.cancel())
        ),
        lookUpsOf
      )
    })
  })

/** Node's own resolver queries servers directly and ignores the hosts file. */
export const layerDns = (options?: DnsOptions): Layer.Layer<Dns, InvalidDnsServers> =>
  Layer.effect(Dns, makeDns(options))
