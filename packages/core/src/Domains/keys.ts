import type { DkimAlgorithm, DkimKeyRecord } from "./Domain.js"

type Keys = ReadonlyArray<DkimKeyRecord>

/** The RSA key in use: `dkim_verified` is about this one. Each domain has exactly one. */
export const currentKey = (keys: Keys): DkimKeyRecord | undefined =>
  keys.find(({ algorithm, state }) => algorithm === "rsa" && state === "current")

/** The RSA key of a rotation whose record hasn't been seen yet. */
export const pendingKey = (keys: Keys): DkimKeyRecord | undefined =>
  keys.find(({ algorithm, state }) => algorithm === "rsa" && state === "next")

/** Keys whose records should be published. */
export const publishedKeys = (keys: Keys): Keys => keys.filter(({ state }) => state !== "retired")

/** The RSA key in use, then the others to be published, then those that sign no more; otherwise as they were. */
const inOrder = (keys: Keys): Keys => {
  const current = currentKey(keys)
  return [
    ...(current === undefined ? [] : [current]),
    ...publishedKeys(keys).filter((key) => key !== current),
    ...keys.filter(({ state }) => state === "retired")
  ]
}

/** `changed` in order; the very same keys as before if nothing is different, so that nothing needs to be written. */
export const changedKeys = (before: Keys, changed: Keys): Keys => {
  const after = inOrder(changed)
  return after.length === before.length && after.every((key, index) => key === before[index]) ? before : after
}

/** The Ed25519 key that was made last, of those whose records should be published: keys stand in the order in which they were made. */
export const newestEd25519 = (keys: Keys): DkimKeyRecord | undefined =>
  publishedKeys(keys).filter(({ algorithm }) => algorithm === "ed25519").at(-1)

/**
 * The keys of a rotation whose records haven't been seen yet. An Ed25519 key that replaces none isn't among them: nothing depends on it,
 * and its record may never come.
 */
export const awaitedKeys = (keys: Keys): Keys => {
  const newest = newestEd25519(keys)
  const replacesOne = keys.some((key) => key.algorithm === "ed25519" && key !== newest)
  return [pendingKey(keys), newest?.state === "next" && replacesOne ? newest : undefined].filter((key) => key !== undefined)
}

/** Whether the rotation under way has made its Ed25519 key already: it stands behind the RSA key that waits. */
const hasFreshEd25519 = (keys: Keys): boolean => {
  const pending = pendingKey(keys)
  const newest = newestEd25519(keys)
  return pending !== undefined && newest !== undefined && keys.indexOf(newest) > keys.indexOf(pending)
}

/**
 * What a rotation makes: an RSA key, and an Ed25519 key beside it if the domain has one or should have one (`withEd25519`). One that is
 * under way, whose RSA key is waiting to be seen, is completed, and no key is made twice for it.
 */
export const lackingKeys = (keys: Keys, withEd25519: boolean): ReadonlyArray<DkimAlgorithm> => [
  ...(pendingKey(keys) === undefined ? ["rsa" as const] : []),
  ...((withEd25519 || newestEd25519(keys) !== undefined) && !hasFreshEd25519(keys) ? ["ed25519" as const] : [])
]

/** The keys with those of the fresh ones that are still lacking: another rotation may have been quicker. */
export const withFreshKeys = (keys: Keys, fresh: Keys): Keys => {
  const lacking = lackingKeys(keys, true)
  return changedKeys(keys, [...keys, ...fresh.filter(({ algorithm }) => lacking.includes(algorithm))])
}
