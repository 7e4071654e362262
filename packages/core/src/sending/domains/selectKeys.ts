import type { DkimAlgorithm, DkimKeyRecord } from "./Domain.js"

type Keys = ReadonlyArray<DkimKeyRecord>

/** The RSA key in use, to which `dkim_verified` refers. Each domain has exactly one. */
export const currentKey = (keys: Keys): DkimKeyRecord | undefined =>
  keys.find(({ algorithm, state }) => algorithm === "rsa" && state === "current")

/** The RSA key of a rotation whose record hasn't been seen yet. */
export const pendingKey = (keys: Keys): DkimKeyRecord | undefined =>
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
export const changedKeys = (before: Keys, changed: Keys): Keys => {
  const after = inOrder(changed)
  return after.length === before.length && after.every((key, index) => key === before[index])
    ? before
    : after
}

/** The newest Ed25519 key to publish: keys are in the order of their creation. */
export const newestEd25519 = (keys: Keys): DkimKeyRecord | undefined =>
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
