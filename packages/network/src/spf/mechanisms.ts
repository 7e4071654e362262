import { Data, Effect, Ref } from "effect"
import type { Answer, DnsTrouble, LookUps, MxRecord } from "../dns/Dns.js"
import type { DomainSpec, Mechanism } from "./SpfRecord.js"
import {
  type IpAddress,
  isInNetwork,
  isName,
  isWithin,
  parseAddress,
  shorten,
  withoutRoot
} from "./hosts.js"
import { expand } from "./macros.js"

/** Ends an evaluation early. */
export class SpfStop extends Data.TaggedError("SpfStop")<{
  /** `permerror`: the records are wrong. `temperror`: a DNS look-up failed. */
  readonly result: "permerror" | "temperror"
  /** Continues a sentence after "since". */
  readonly reason: string
  /** The names that led there from the domain, innermost first. */
  readonly names: ReadonlyArray<string>
}> {}

export const through =
  (name: string) =>
  <A>(evaluation: Effect.Effect<A, SpfStop>): Effect.Effect<A, SpfStop> =>
    Effect.mapError(
      evaluation,
      ({ names, reason, result }) => new SpfStop({ result, reason, names: [...names, name] })
    )

export const permerror = (reason: string): SpfStop =>
  new SpfStop({ result: "permerror", reason, names: [] })

/** Terms that query DNS, with those of included records (RFC 7208 4.6.4). */
export const lookUpLimit = 10
/** Queries without a result (RFC 7208 4.6.4). */
const voidLimit = 2

interface Spent {
  readonly lookUps: number
  readonly voids: number
}

export interface Check {
  readonly lookUps: LookUps
  readonly spent: Ref.Ref<Spent>
  readonly address: IpAddress
  readonly sender: string
  readonly helo: string
}

/** Fails at the limit, which also ends loops. */
export const countTerm = ({ spent }: Check): Effect.Effect<void, SpfStop> =>
  Ref.updateAndGet(spent, (so) => ({ ...so, lookUps: so.lookUps + 1 })).pipe(
    Effect.filterOrFail(
      ({ lookUps }) => lookUps <= lookUpLimit,
      () => permerror(`it takes more than ${lookUpLimit} DNS look-ups, and servers stop at that`)
    )
  )

const countVoid = ({ spent }: Check): Effect.Effect<void, SpfStop> =>
  Ref.updateAndGet(spent, (so) => ({ ...so, voids: so.voids + 1 })).pipe(
    Effect.filterOrFail(
      ({ voids }) => voids <= voidLimit,
      () =>
        permerror(
          `more than ${voidLimit} of its names don't exist or have no such records, and servers stop at that`
        )
    )
  )

export const temperror =
  (name: string): ((trouble: DnsTrouble) => SpfStop) =>
  ({ reason }) =>
    new SpfStop({
      result: "temperror",
      reason: `DNS gave no answer about ${name} (${reason})`,
      names: []
    })

/** The records that a term finds. Counts empty results. */
const ask = <A>(
  check: Check,
  lookUp: (name: string) => Effect.Effect<Answer<A>, DnsTrouble>,
  name: string
): Effect.Effect<ReadonlyArray<A>, SpfStop> =>
  lookUp(name).pipe(
    Effect.mapError(temperror(name)),
    Effect.flatMap((answer) =>
      answer._tag === "Found" && answer.records.length > 0
        ? Effect.succeed(answer.records)
        : Effect.as(countVoid(check), [])
    )
  )

const nameLimit = 10

const lookUpFor = (lookUps: LookUps, { version }: IpAddress): LookUps["a"] =>
  version === 4 ? lookUps.a : lookUps.aaaa

const parsed = (texts: ReadonlyArray<string>): ReadonlyArray<IpAddress> =>
  texts.flatMap((text) => parseAddress(text) ?? [])

/** The addresses of a name, of the checked address's version. */
const addressesOf = (
  check: Check,
  name: string
): Effect.Effect<ReadonlyArray<IpAddress>, SpfStop> =>
  Effect.map(ask(check, lookUpFor(check.lookUps, check.address), name), parsed)

const pointsBack =
  ({ address, lookUps }: Check) =>
  (name: string): Effect.Effect<boolean> =>
    lookUpFor(
      lookUps,
      address
    )(name).pipe(
      Effect.map(
        (answer) =>
          answer._tag === "Found" &&
          parsed(answer.records).some(({ text }) => text === address.text)
      ),
      // Names that can't be looked up are skipped (RFC 7208 5.5).
      Effect.orElseSucceed(() => false)
    )

/** The address's names that resolve back to it (RFC 7208 5.5). Empty if DNS fails. */
const validatedNames = (check: Check): Effect.Effect<ReadonlyArray<string>, SpfStop> =>
  ask(check, check.lookUps.ptr, check.address.text).pipe(
    Effect.catchIf(
      ({ result }) => result === "temperror",
      () => Effect.succeed<ReadonlyArray<string>>([])
    ),
    Effect.map((names) => names.slice(0, nameLimit).map((name) => withoutRoot(name).toLowerCase())),
    Effect.flatMap((names) => Effect.filter(names, pointsBack(check), { concurrency: 2 }))
  )

/** The macro `p`: the domain if it is among the names, else a name below it, else any. */
const preferredName = (names: ReadonlyArray<string>, domain: string): string =>
  names.find((name) => name === domain) ??
  names.find((name) => isWithin(name, domain)) ??
  names[0] ??
  "unknown"

/** Mail exchangers of a name (RFC 7208 4.6.4). */
const exchangerLimit = 10

/** Undefined if it isn't a valid DNS name. */
export const targetOf = (
  check: Check,
  domain: string,
  spec: DomainSpec
): Effect.Effect<string | undefined, SpfStop> =>
  Effect.gen(function* () {
    const asksForName = spec.parts.some((part) => part._tag === "Macro" && part.letter === "p")
    const names = asksForName ? yield* Effect.andThen(countTerm(check), validatedNames(check)) : []
    const expanded = expand(spec.parts, {
      ...check,
      domain,
      validatedName: preferredName(names, domain)
    })
    const name = shorten(withoutRoot(expanded)).toLowerCase()
    return isName(name) ? name : undefined
  })

type Include = (name: string | undefined, spec: DomainSpec) => Effect.Effect<boolean, SpfStop>

const isAmong =
  ({ address }: Check, mechanism: { readonly prefix4: number; readonly prefix6: number }) =>
  (addresses: ReadonlyArray<IpAddress>): boolean =>
    addresses.some((network) =>
      isInNetwork(address, network, address.version === 4 ? mechanism.prefix4 : mechanism.prefix6)
    )

const exchangersOf = (check: Check, name: string): Effect.Effect<ReadonlyArray<string>, SpfStop> =>
  ask(check, check.lookUps.mx, name).pipe(
    Effect.filterOrFail(
      (records) => records.length <= exchangerLimit,
      () => permerror(`${name} has more than ${exchangerLimit} mail exchangers`)
    ),
    Effect.map((records: ReadonlyArray<MxRecord>) =>
      records
        .toSorted((a, b) => a.priority - b.priority)
        .map(({ exchange }) => exchange)
        .filter(isName)
    )
  )

const matchesName = (
  check: Check,
  name: string,
  mechanism: Exclude<Mechanism, { readonly _tag: "All" | "Ip" | "Include" }>
) => {
  switch (mechanism._tag) {
    case "A":
      return Effect.map(addressesOf(check, name), isAmong(check, mechanism))
    case "Mx":
      return exchangersOf(check, name).pipe(
        Effect.flatMap((exchangers) =>
          Effect.findFirst(exchangers, (exchanger) =>
            Effect.map(addressesOf(check, exchanger), isAmong(check, mechanism))
          )
        ),
        Effect.map((found) => found._tag === "Some")
      )
    // A records even for an IPv6 address (RFC 7208 5.7).
    case "Exists":
      return Effect.map(ask(check, check.lookUps.a, name), (records) => records.length > 0)
    case "Ptr":
      return Effect.map(validatedNames(check), (names) =>
        names.some((validated) => isWithin(validated, name))
      )
  }
}

/** RFC 7208 5. */
export const matches = (
  check: Check,
  domain: string,
  mechanism: Mechanism,
  include: Include
): Effect.Effect<boolean, SpfStop> => {
  if (mechanism._tag === "All") return Effect.succeed(true)
  if (mechanism._tag === "Ip")
    return Effect.succeed(isInNetwork(check.address, mechanism.network, mechanism.prefix))
  const target =
    mechanism.target === undefined
      ? Effect.succeed(domain)
      : targetOf(check, domain, mechanism.target)
  return Effect.flatMap(target, (name) => {
    const matching =
      mechanism._tag === "Include"
        ? include(name, mechanism.target)
        : name === undefined
          ? Effect.succeed(false)
          : matchesName(check, name, mechanism)
    return through(name ?? mechanism.target?.text ?? domain)(
      Effect.andThen(countTerm(check), matching)
    )
  })
}
