import type { Answer, DnsTrouble, LookUps } from "@telemark/network"
import { Data, Effect, Ref } from "effect"
import type { IpAddress } from "./addresses.js"

/** What ends an evaluation before its time. */
export class SpfStop extends Data.TaggedError("SpfStop")<{
  /** `permerror`: the records are wrong. `temperror`: DNS gave no answer. */
  readonly result: "permerror" | "temperror"
  /** What is wrong, as the rest of a sentence that begins with "since". */
  readonly reason: string
  /** The names below the domain that led there, the innermost first. */
  readonly names: ReadonlyArray<string>
}> {}

/** Says of whatever ends an evaluation that this name led there. */
export const through = (name: string) => <A>(evaluation: Effect.Effect<A, SpfStop>): Effect.Effect<A, SpfStop> =>
  Effect.mapError(evaluation, ({ names, reason, result }) => new SpfStop({ result, reason, names: [...names, name] }))

/** What ends an evaluation since the records are wrong. */
export const permerror = (reason: string): SpfStop => new SpfStop({ result: "permerror", reason, names: [] })

/** Terms that ask DNS, of which a record may take so many, those of included records with them (RFC 7208 4.6.4). */
export const lookUpLimit = 10
/** Questions that may find nothing (RFC 7208 4.6.4). */
export const voidLimit = 2

/** What an evaluation has used up. */
export interface Spent {
  readonly lookUps: number
  readonly voids: number
}

/** One evaluation for one address. */
export interface Check {
  readonly lookUps: LookUps
  readonly spent: Ref.Ref<Spent>
  readonly address: IpAddress
  readonly sender: string
  readonly helo: string
}

/** Counts a term that asks DNS, and ends the evaluation if it is one too many. It ends loops too. */
export const countTerm = ({ spent }: Check): Effect.Effect<void, SpfStop> =>
  Ref.updateAndGet(spent, (so) => ({ ...so, lookUps: so.lookUps + 1 })).pipe(Effect.filterOrFail(
    ({ lookUps }) => lookUps <= lookUpLimit,
    () => permerror(`it takes more than ${lookUpLimit} look-ups in DNS, and servers stop there`)
  ))

const countVoid = ({ spent }: Check): Effect.Effect<void, SpfStop> =>
  Ref.updateAndGet(spent, (so) => ({ ...so, voids: so.voids + 1 })).pipe(Effect.filterOrFail(
    ({ voids }) => voids <= voidLimit,
    () => permerror(`more than ${voidLimit} of the names in it don't exist or have no such records, and servers stop there`)
  ))

/** Trouble of DNS, which ends an evaluation as `temperror`. */
export const temperror = (name: string): (trouble: DnsTrouble) => SpfStop => ({ reason }) =>
  new SpfStop({ result: "temperror", reason: `DNS gave no answer about ${name} (${reason})`, names: [] })

/** The records that a term finds; nothing found counts. */
export const ask = <A>(
  check: Check,
  lookUp: (name: string) => Effect.Effect<Answer<A>, DnsTrouble>,
  name: string
): Effect.Effect<ReadonlyArray<A>, SpfStop> =>
  lookUp(name).pipe(
    Effect.mapError(temperror(name)),
    Effect.flatMap((answer) =>
      answer._tag === "Found" && answer.records.length > 0 ? Effect.succeed(answer.records) : Effect.as(countVoid(check), []))
  )
