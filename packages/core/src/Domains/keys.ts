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

/** What a rotation makes: an RSA key unless one is waiting to be seen, and the Ed25519 key of a domain that should have one. */
export const lackingKeys = (keys: Keys, withEd25519: boolean): ReadonlyArray<DkimAlgorithm> => [
  ...(pendingKey(keys) === undefined ? ["rsa" as const] : []),
  ...(withEd25519 && !publishedKeys(keys).some(({ algorithm }) => algorithm === "ed25519") ? ["ed25519" as const] : [])
]

/** The keys with those of the fresh ones that are still lacking: another rotation may have been quicker. */
export const withFreshKeys = (keys: Keys, fresh: Keys): Keys => {
  const lacking = lackingKeys(keys, true)
  return changedKeys(keys, [...keys, ...fresh.filter(({ algorithm }) => lacking.includes(algorithm))])
}
