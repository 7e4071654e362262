import { Data, Effect, Ref } from "effect"
import type { Answer, DnsTrouble, LookUps } from "../dns/Dns.js"
import type { IpAddress } from "./hosts.js"

/** Ends an evaluation early. */
export class SpfStop extends Data.TaggedError("SpfStop")<{
  /** `permerror`: the records are wrong. `temperror`: a DNS look-up failed. */
  readonly result: "permerror" | "temperror"
  /** Continues a sentence after "since". */
  readonly reason: string
  /** The names that led there from the domain, innermost first. */
  readonly names: ReadonlyArray<string>
}> {}

/** Adds a name to the errors of an evaluation. */
export const through =
  (name: string) =>
  <A>(evaluation: Effect.Effect<A, SpfStop>): Effect.Effect<A, SpfStop> =>
    Effect.mapError(
      evaluation,
      ({ names, reason, result }) => new SpfStop({ result, reason, names: [...names, name] })
    )

export const permerror = (reason: string): SpfStop =>
  new SpfStop({ result: "permerror", reason, names: [] })

/** Maximum number of terms that query DNS, including those of included records (RFC 7208 4.6.4). */
export const lookUpLimit = 10
/** Maximum number of queries without a result (RFC 7208 4.6.4). */
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

/** Counts a term that queries DNS. Fails at the limit, which also ends loops. */
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
export const ask = <A>(
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
