import { Context, Data, type Effect, Result, type Scope } from "effect"
import { isIPv4, isIPv6 } from "node:net"

/** The message says why, without quoting the list. */
export class InvalidDnsServers extends Data.TaggedError("InvalidDnsServers")<{
  readonly reason: string
}> {
  readonly code = "invalid_dns_servers"

  override get message(): string {
    return `The list of DNS servers ${this.reason}. It takes IP addresses, each with a port if need be, such as 192.0.2.53, 192.0.2.53:5353 or [2001:db8::53]:5353.`
  }
}

const isPort = (port: string | undefined): boolean =>
  port === undefined || (/^\d{1,5}$/.test(port) && Number(port) >= 1 && Number(port) <= 65_535)

const serverOf = (entry: string): Result.Result<string, string> => {
  const isBare = isIPv6(entry)
  const [, bracketed, plain, port] =
    /^(?:\[([^\]]*)\]|([^:[\]]*))(?::(.*))?$/.exec(isBare ? `[${entry}]` : entry) ?? []
  const address = bracketed ?? plain ?? ""
  if (address.includes("%")) return Result.fail("has a zone, which isn't supported")
  if (!isIPv4(plain ?? "") && !isIPv6(bracketed ?? "")) return Result.fail("isn't an IP address")
  if (!isPort(port)) return Result.fail("has a port that isn't a number from 1 to 65535")
  const host = bracketed === undefined ? address : `[${address}]`
  return Result.succeed(port === undefined ? host : `${host}:${String(Number(port))}`)
}

/**
 * Parses comma-separated `address`, `address:port`, `[address]` or `[address]:port`. The left side
 * as in `parseNetworks`.
 */
export const parseDnsServers = (text: string): Result.Result<ReadonlyArray<string>, string> =>
  Result.all(
    text
      .split(",")
      .map((entry) => entry.trim())
      .filter((entry) => entry !== "")
      .map((entry, index) =>
        Result.mapError(
          serverOf(entry),
          (fault) => `names a server that ${fault} (entry ${String(index + 1)})`
        )
      )
  )

/** A server was silent or failed. Says nothing about whether the record exists. */
export class DnsTrouble extends Data.TaggedError("DnsTrouble")<{
  readonly reason: "servfail" | "timeout" | "refused" | "unreachable" | "malformed" | "cancelled"
}> {}

/** SPF and DMARC treat the two empty results differently. */
export type Answer<A> =
  | { readonly _tag: "Found"; readonly records: ReadonlyArray<A> }
  /** The name exists, but has no record of this type. */
  | { readonly _tag: "NoData" }
  /** The name doesn't exist. */
  | { readonly _tag: "NoName" }

type LookUp<A> = (name: string) => Effect.Effect<Answer<A>, DnsTrouble>

export interface MxRecord {
  readonly priority: number
  /** Empty for a null MX (RFC 7505). */
  readonly exchange: string
}

/** Of one resolver, without a cache. Names are absolute, without a trailing dot. */
export interface LookUps {
  /** The joined strings of each record; octets above 127 as Latin-1. */
  readonly txt: LookUp<string>
  readonly a: LookUp<string>
  readonly aaaa: LookUp<string>
  readonly mx: LookUp<MxRecord>
  /** The name that a name is an alias of; it isn't followed. */
  readonly cname: LookUp<string>
  /** The names of an IP address. */
  readonly ptr: LookUp<string>
}

export interface DnsOptions {
  /** `address:port`, `address` or `[address]:port`; by default the system's servers. */
  readonly servers?: ReadonlyArray<string> | undefined
  /** Milliseconds for each of the two tries; 2,000 by default. */
  readonly timeout?: number | undefined
}

/** Each use takes its own resolver, so that cancelling it doesn't affect others. */
export class Dns extends Context.Service<
  Dns,
  {
    /** Pending look-ups are cancelled when the scope closes. */
    readonly resolver: Effect.Effect<LookUps, never, Scope.Scope>
  }
>()("@telemark/network/Dns") {}
