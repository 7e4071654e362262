import type { DkimKeyRecord } from "./Domain.js"
import { type Evidence, graceMillis, type Occasion } from "./evidence.js"
import { changedKeys, newestEd25519, pendingKey } from "./selectKeys.js"

/**
 * How long a key's record should stay after its last signature, in milliseconds: mail waits for
 * days in other servers' queues.
 */
export const retiredMillis = 7 * 24 * 3_600_000

const withState = (
  key: DkimKeyRecord,
  state: DkimKeyRecord["state"],
  ends_at: number | null
): DkimKeyRecord =>
  key.state === state && key.ends_at === ends_at ? key : { ...key, state, ends_at }

/**
 * An Ed25519 key signs in addition to the RSA key while its record is there; without it, the key
 * waits again.
 */
const judgeEd25519 = (
  key: DkimKeyRecord,
  evidence: Evidence,
  { asked, now }: Occasion
): DkimKeyRecord => {
  if (evidence === "unknown") return key
  if (evidence === "there") return withState(key, "current", null)
  const ends_at = key.ends_at ?? now + graceMillis
  return key.state === "current" && !asked && now < ends_at
    ? withState(key, "current", ends_at)
    : withState(key, "next", null)
}

/**
 * An RSA key whose record was seen replaces the current one, which is retired. Ed25519 keys follow
 * their records; a former one is retired once the newest one's record is seen, and at the latest
 * with the RSA key: a rotated key must not sign on because one of two records was forgotten.
 * Expired retired keys are removed.
 */
export const judgeKeys = (
  keys: ReadonlyArray<DkimKeyRecord>,
  evidence: (selector: string) => Evidence,
  occasion: Occasion
): ReadonlyArray<DkimKeyRecord> => {
  const { now } = occasion
  const retire = (key: DkimKeyRecord): DkimKeyRecord =>
    withState(key, "retired", now + retiredMillis)
  const pending = pendingKey(keys)
  const promoted =
    pending !== undefined && evidence(pending.selector) === "there" ? pending : undefined
  const newest = newestEd25519(keys)
  const isReplaced =
    promoted !== undefined || (newest !== undefined && evidence(newest.selector) === "there")

  const judgeRsa = (key: DkimKeyRecord): DkimKeyRecord => {
    if (key === promoted) return withState(key, "current", null)
    return promoted !== undefined && key.state === "current" ? retire(key) : key
  }
  const judgeKey = (key: DkimKeyRecord): DkimKeyRecord => {
    if (key.state === "retired") return key
    if (key.algorithm === "rsa") return judgeRsa(key)
    return isReplaced && key !== newest
      ? retire(key)
      : judgeEd25519(key, evidence(key.selector), occasion)
  }
  return changedKeys(
    keys,
    keys
      .filter(({ ends_at, state }) => state !== "retired" || ends_at === null || ends_at > now)
      .map(judgeKey)
  )
}
