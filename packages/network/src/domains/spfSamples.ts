import { Effect, Result } from "effect"
import type { Answer, DnsTrouble, LookUps, MxRecord } from "../dns/Dns.js"
import {
  type Directive,
  type DomainSpec,
  isSpfRecord,
  parseRecord,
  type SpfRecord
} from "../spf/SpfRecord.js"
import { textsOf } from "../spf/checkHost.js"
import {
  type IpAddress,
  isName,
  isWithin,
  parseAddress,
  shorten,
  withoutRoot
} from "../spf/hosts.js"
import { expand } from "../spf/macros.js"
import { allowing } from "./spfTerms.js"

/** Nobody has it: if it may send, everybody may. No mechanism matches it early. */
export const nobody: IpAddress = { version: 4, bytes: [0, 0, 0, 0], text: "0.0.0.0" }

const ofAddress = new Set(["i", "p", "v"])

/** Undefined if it isn't a valid DNS name or depends on the sending address. */
const nameOf = (domain: string, spec: DomainSpec | undefined): string | undefined => {
  if (spec === undefined) return domain
  if (spec.parts.some((part) => part._tag === "Macro" && ofAddress.has(part.letter)))
    return undefined
  const values = {
    sender: `postmaster@${domain}`,
    helo: domain,
    domain,
    address: nobody,
    validatedName: "unknown"
  }
  const name = shorten(withoutRoot(expand(spec.parts, values))).toLowerCase()
  return isName(name) ? name : undefined
}

/**
 * The names that mechanisms refer to, without the domain's own. Errors there are the operator's.
 */
export const namesOf = (
  domain: string,
  directives: ReadonlyArray<Directive>
): ReadonlyArray<string> =>
  directives.flatMap(({ mechanism }) => {
    const name =
      mechanism._tag === "All" || mechanism._tag === "Ip"
        ? undefined
        : nameOf(domain, mechanism.target)
    return name === undefined || isWithin(name, domain.toLowerCase()) ? [] : [name]
  })

export interface Samples {
  readonly addresses: ReadonlyArray<IpAddress>
  /** Mechanisms for which no allowed address is known. */
  readonly unsampled: ReadonlyArray<Directive>
}

/** Per mechanism: records read, with the domain's, and addresses taken. */
const recordLimit = 11
const addressLimit = 20
const exchangerLimit = 10

type Sources = Pick<LookUps, "txt" | "a" | "aaaa" | "mx">
type Addresses = Effect.Effect<ReadonlyArray<IpAddress>, DnsTrouble>

const none: Addresses = Effect.succeed([])

const firstOf = (answer: Answer<string>): ReadonlyArray<IpAddress> =>
  textsOf(answer)
    .flatMap((text) => parseAddress(text) ?? [])
    .slice(0, 1)

/** The first IPv4 address of a name, else its first IPv6 address. */
const addressOf = (sources: Sources, name: string): Addresses =>
  Effect.flatMap(sources.a(name), (four) =>
    firstOf(four).length > 0
      ? Effect.succeed(firstOf(four))
      : Effect.map(sources.aaaa(name), firstOf)
  )

const collect = <A>(
  items: ReadonlyArray<A>,
  enough: number,
  of: (item: A) => Addresses
): Addresses =>
  Effect.reduce(
    items,
    (): ReadonlyArray<IpAddress> => [],
    (addresses, item) =>
      addresses.length >= enough
        ? Effect.succeed(addresses)
        : Effect.map(of(item), (more) => [...addresses, ...more])
  )

const exchangersOf = (answer: Answer<MxRecord>): ReadonlyArray<string> =>
  (answer._tag === "Found" ? answer.records : [])
    .toSorted((a, b) => a.priority - b.priority)
    .map(({ exchange }) => exchange)
    .filter(isName)
    .slice(0, exchangerLimit)

const exchangerAddressOf = (sources: Sources, name: string): Addresses =>
  Effect.flatMap(sources.mx(name), (answer) =>
    collect(exchangersOf(answer), 1, (exchanger) => addressOf(sources, exchanger))
  )

const recordOf = (
  sources: Sources,
  name: string
): Effect.Effect<SpfRecord | undefined, DnsTrouble> =>
  Effect.map(sources.txt(name), (answer) => {
    const [text, another] = textsOf(answer).filter(isSpfRecord)
    return text === undefined || another !== undefined
      ? undefined
      : Result.getOrUndefined(parseRecord(text))
  })

/** `seen`: the names whose records were read, each once, at most `recordLimit`. */
const includedOf = (sources: Sources, name: string, seen: Set<string>): Addresses =>
  Effect.suspend(() => {
    if (seen.has(name) || seen.size >= recordLimit) return none
    seen.add(name)
    return Effect.flatMap(recordOf(sources, name), (record) => {
      if (record === undefined) return none
      const isClosed = record.directives.some(({ mechanism }) => mechanism._tag === "All")
      const redirected =
        record.redirect === undefined || isClosed ? undefined : nameOf(name, record.redirect)
      return Effect.zipWith(
        collect(allowing(record.directives), addressLimit, (directive) =>
          sample(sources, name, directive, seen)
        ),
        redirected === undefined ? none : includedOf(sources, redirected, seen),
        (own, others) => [...own, ...others]
      )
    })
  })

const sample = (
  sources: Sources,
  domain: string,
  { mechanism }: Directive,
  seen: Set<string>
): Addresses => {
  if (mechanism._tag === "Ip") return Effect.succeed([mechanism.network])
  if (mechanism._tag === "All") return none
  const name = nameOf(domain, mechanism.target)
  if (name === undefined) return none
  switch (mechanism._tag) {
    case "A":
      return addressOf(sources, name)
    case "Mx":
      return exchangerAddressOf(sources, name)
    case "Include":
      return includedOf(sources, name, seen)
    case "Exists":
    case "Ptr":
      return none
  }
}

const distinct = (addresses: ReadonlyArray<IpAddress>): ReadonlyArray<IpAddress> => [
  ...new Map(addresses.map((address) => [address.text, address])).values()
]

/**
 * A sample of what each mechanism allows in the record of `domain`: the first address of a network,
 * one per name, those of an included record.
 */
export const samplesOf = (
  sources: Sources,
  domain: string,
  directives: ReadonlyArray<Directive>
): Effect.Effect<Samples, DnsTrouble> =>
  Effect.map(
    Effect.forEach(directives, (directive) =>
      Effect.map(sample(sources, domain, directive, new Set([domain])), (addresses) => ({
        directive,
        addresses: addresses.slice(0, addressLimit)
      }))
    ),
    (sampled) => ({
      addresses: distinct(sampled.flatMap(({ addresses }) => addresses)),
      unsampled: sampled
        .filter(({ addresses }) => addresses.length === 0)
        .map(({ directive }) => directive)
    })
  )
