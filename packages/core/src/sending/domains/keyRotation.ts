import type { DkimAlgorithm, DkimKeyRecord } from "./Domain.js"
import { type Evidence, graceMillis, type Occasion } from "./evidence.js"

type Keys = ReadonlyArray<DkimKeyRecord>

/** The RSA key in use, to which `dkim_verified` refers. Each domain has exactly one. */
export const currentKey = (keys: Keys): DkimKeyRecord | undefined =>
  keys.find(({ algorithm, state }) => algorithm === "rsa" && state === "current")

/** The RSA key of a rotation whose record hasn't been seen yet. */
const pendingKey = (keys: Keys): DkimKeyRecord | undefined =>
  keys.find(({ algorithm, state }) => algorithm === "rsa" && state === "next")

export const publishedKeys = (keys: Keys): Keys => keys.filter(({ state }) => state !== "retired")

/**
 * The current RSA key, then other keys to publish, then retired ones; otherwise in their previous
 * order.
 */
const inOrder = (keys: Keys): Keys => {
  const current = currentKey(keys)
  return [
    ...(current === undefined ? [] : [current]),
    ...publishedKeys(keys).filter((key) => key !== current),
    ...keys.filter(({ state }) => state === "retired")
  ]
}

/**
 * `changed` in order; the identical array as before if nothing differs, so that nothing needs to be
 * written.
 */
const changedKeys = (before: Keys, changed: Keys): Keys => {
  const after = inOrder(changed)
  return after.length === before.length && after.every((key, index) => key === before[index])
    ? before
    : after
}

/** The newest Ed25519 key to publish: keys are in the order of their creation. */
const newestEd25519 = (keys: Keys): DkimKeyRecord | undefined =>
  publishedKeys(keys)
    .filter(({ algorithm }) => algorithm === "ed25519")
    .at(-1)

/**
 * Keys of a rotation whose records weren't seen yet, except an Ed25519 key that replaces none: its
 * record may never come.
 */
export const awaitedKeys = (keys: Keys): Keys => {
  const newest = newestEd25519(keys)
  const replacesOne = keys.some((key) => key.algorithm === "ed25519" && key !== newest)
  return [pendingKey(keys), newest?.state === "next" && replacesOne ? newest : undefined].filter(
    (key) => key !== undefined
  )
}

/** Whether the current rotation already has its Ed25519 key: it comes after the pending RSA key. */
const hasFreshEd25519 = (keys: Keys): boolean => {
  const pending = pendingKey(keys)
  const newest = newestEd25519(keys)
  return (
    pending !== undefined && newest !== undefined && keys.indexOf(newest) > keys.indexOf(pending)
  )
}

/**
 * What a rotation creates: an RSA key, and an Ed25519 key if there is one or `withEd25519`. A
 * pending rotation is only completed.
 */
export const lackingKeys = (keys: Keys, withEd25519: boolean): ReadonlyArray<DkimAlgorithm> => [
  ...(pendingKey(keys) === undefined ? ["rsa" as const] : []),
  ...((withEd25519 || newestEd25519(keys) !== undefined) && !hasFreshEd25519(keys)
    ? ["ed25519" as const]
    : [])
]

/** Adds those fresh keys that are still lacking: another rotation may have been faster. */
export const withFreshKeys = (keys: Keys, fresh: Keys): Keys => {
  const lacking = lackingKeys(keys, true)
  return changedKeys(keys, [
    ...keys,
    ...fresh.filter(({ algorithm }) => lacking.includes(algorithm))
  ])
}

/**
 * How long a key's record should stay after its last signature, in milliseconds: mail waits for
 * days in other servers' queues.
 */
const retiredMillis = 7 * 24 * 3_600_000

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
