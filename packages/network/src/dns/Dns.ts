import { Context, Data, type Effect, type Scope } from "effect"

/**
 * DNS gave no answer, because a server was silent or failed. Says nothing about whether the record
 * exists.
 */
export class DnsTrouble extends Data.TaggedError("DnsTrouble")<{
  readonly reason: "servfail" | "timeout" | "refused" | "unreachable" | "malformed" | "cancelled"
}> {}

/**
 * The result of a look-up. The two empty results differ, because SPF and DMARC treat them
 * differently.
 */
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

/** Look-ups of one resolver, without a cache. Names are absolute, without a trailing dot. */
export interface LookUps {
  /** The joined strings of each record; octets above 127 as Latin-1. Follows aliases (CNAME). */
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

/** Makes resolvers. Each use takes its own, so that cancelling it doesn't affect others. */
export class Dns extends Context.Service<
  Dns,
  {
    /** Pending look-ups are cancelled when the scope closes. */
    readonly resolver: Effect.Effect<LookUps, never, Scope.Scope>
  }
>()("@telemark/network/Dns") {}
