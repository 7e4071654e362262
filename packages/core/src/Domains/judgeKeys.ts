import type { DkimKeyRecord } from "./Domain.js"
import { type Evidence, graceMillis, type Occasion } from "./evidence.js"
import { changedKeys, pendingKey } from "./keys.js"

/** For how long a key's record should stay after its last signature: mail waits days in other servers' queues. */
export const retiredMillis = 7 * 24 * 3_600_000

const withState = (key: DkimKeyRecord, state: DkimKeyRecord["state"], ends_at: number | null): DkimKeyRecord =>
  key.state === state && key.ends_at === ends_at ? key : { ...key, state, ends_at }

/** An Ed25519 key signs beside the RSA one while its record is there; without it, it waits again. */
const judgeEd25519 = (key: DkimKeyRecord, evidence: Evidence, { asked, now }: Occasion): DkimKeyRecord => {
  if (evidence === "unknown") return key
  if (evidence === "there") return withState(key, "current", null)
  const ends_at = key.ends_at ?? now + graceMillis
  return key.state === "current" && !asked && now < ends_at ? withState(key, "current", ends_at) : withState(key, "next", null)
}

/**
 * The keys after a look: an RSA key whose record was seen takes the present one's place, which is retired; Ed25519
 * keys come and go with their records; retired keys whose time has come are forgotten.
 */
export const judgeKeys = (
  keys: ReadonlyArray<DkimKeyRecord>,
  evidence: (selector: string) => Evidence,
  occasion: Occasion
): ReadonlyArray<DkimKeyRecord> => {
  const { now } = occasion
  const pending = pendingKey(keys)
  const promoted = pending !== undefined && evidence(pending.selector) === "there" ? pending : undefined
  const judgeRsa = (key: DkimKeyRecord): DkimKeyRecord => {
    if (key === promoted) return withState(key, "current", null)
    return promoted !== undefined && key.state === "current" ? withState(key, "retired", now + retiredMillis) : key
  }
  return changedKeys(
    keys,
    keys
      .filter(({ ends_at, state }) => state !== "retired" || ends_at === null || ends_at > now)
      .map((key) => {
        if (key.state === "retired") return key
        return key.algorithm === "rsa" ? judgeRsa(key) : judgeEd25519(key, evidence(key.selector), occasion)
      })
  )
}
