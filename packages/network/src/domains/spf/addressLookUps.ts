import { Effect } from "effect"
import type { LookUps } from "../../dns/Dns.js"
import { ask, type Check, type SpfStop } from "./SpfCheck.js"
import { type IpAddress, parseAddress } from "./addresses.js"
import { isWithin, withoutRoot } from "./names.js"

/** Maximum number of names per address that are checked. */
const nameLimit = 10

/** The look-up for addresses of the same version. */
export const lookUpFor = (lookUps: LookUps, { version }: IpAddress): LookUps["a"] =>
  version === 4 ? lookUps.a : lookUps.aaaa

const parsed = (texts: ReadonlyArray<string>): ReadonlyArray<IpAddress> =>
  texts.flatMap((text) => parseAddress(text) ?? [])

/** The addresses of a name, of the checked address's version. */
export const addressesOf = (
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

/** The names of the checked address that resolve back to it (RFC 7208 5.5). Empty if DNS fails. */
export const validatedNames = (check: Check): Effect.Effect<ReadonlyArray<string>, SpfStop> =>
  ask(check, check.lookUps.ptr, check.address.text).pipe(
    Effect.catchIf(
      ({ result }) => result === "temperror",
      () => Effect.succeed<ReadonlyArray<string>>([])
    ),
    Effect.map((names) => names.slice(0, nameLimit).map((name) => withoutRoot(name).toLowerCase())),
    Effect.flatMap((names) => Effect.filter(names, pointsBack(check), { concurrency: 2 }))
  )

/**
 * The value of the macro `p`: the domain if it is among the names, else a name below it, else any
 * name.
 */
export const preferredName = (names: ReadonlyArray<string>, domain: string): string =>
  names.find((name) => name === domain) ??
  names.find((name) => isWithin(name, domain)) ??
  names[0] ??
  "unknown"
