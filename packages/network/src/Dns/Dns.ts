import { Context, Data, type Effect, type Scope } from "effect"

/** DNS itself gave no answer: a silent or failing server. It says nothing about whether there is such a record. */
export class DnsTrouble extends Data.TaggedError("DnsTrouble")<{
  /** `servfail`, `timeout`, `refused`, `unreachable`, `malformed` or `cancelled`. */
  readonly reason: "servfail" | "timeout" | "refused" | "unreachable" | "malformed" | "cancelled"
}> {}

/** What was found; both kinds of nothing are told apart, since SPF's and DMARC's rules do. */
export type Answer<A> =
  | { readonly _tag: "Found"; readonly records: ReadonlyArray<A> }
  /** The name exists, with no record of this type. */
  | { readonly _tag: "NoData" }
  /** There is no such name. */
  | { readonly _tag: "NoName" }

type LookUp<A> = (name: string) => Effect.Effect<Answer<A>, DnsTrouble>

export interface MxRecord {
  readonly priority: number
  /** Empty for a null MX (RFC 7505). */
  readonly exchange: string
}

/** Look-ups of one resolver, which keeps no cache between them. Names are absolute, without a dot at their end. */
export interface LookUps {
  /** The strings of each record joined; octets above 127 as Latin-1. Aliases (CNAME) are followed. */
  readonly txt: LookUp<string>
  readonly a: LookUp<string>
  readonly aaaa: LookUp<string>
  readonly mx: LookUp<MxRecord>
  /** Names of an address. */
  readonly ptr: LookUp<string>
}

export interface DnsOptions {
  /** `address:port`, `address` or `[address]:port`; by default the system's servers. */
  readonly servers?: ReadonlyArray<string> | undefined
  /** In milliseconds, of each of the two tries; 2,000 by default. */
  readonly timeout?: number | undefined
}

/** Makes resolvers. Each use takes one of its own, so that it can be broken off without harming others. */
export class Dns extends Context.Tag("@telemark/network/Dns")<Dns, {
  /** What is under way is cancelled when the scope closes. */
  readonly resolver: Effect.Effect<LookUps, never, Scope.Scope>
}>() {}
