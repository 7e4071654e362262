import { type SealedSecret, SealedSecretStore, type SecretKey, type SecretPlace, StoredKeys } from "@telemark/core"
import { Effect, Layer, Redacted } from "effect"

/** 32 bytes, all of them `byte`. */
export const keyOf = (byte: number): Uint8Array => new Uint8Array(32).fill(byte)

/** The same as the text of a setting. */
export const secretOf = (...bytes: ReadonlyArray<number>): string =>
  bytes.map((byte) => Buffer.from(keyOf(byte)).toString("base64")).join(",")

/** Keys that a storage keeps; undefined: it has no place for them. */
export const memoryKeys = (initial: ReadonlyArray<number> | undefined) => {
  const state = { keys: initial?.map((byte): SecretKey => Redacted.make(keyOf(byte))), reads: 0 }
  const layer = Layer.succeed(StoredKeys, {
    keys: Effect.sync(() => {
      state.reads += 1
      return state.keys
    }),
    update: (change) => Effect.sync(() => (state.keys = [...change(state.keys ?? [])]))
  })
  return { state, layer }
}

const rowOf = (place: SecretPlace): string => JSON.stringify(place)

/** Sealed secrets in memory. `beforeReplace` stands for what others do meanwhile. */
export const memorySecrets = (beforeReplace: (place: SecretPlace) => void = () => undefined) => {
  const rows = new Map<string, SealedSecret>()
  const put = (place: SecretPlace, sealed: string): void => { rows.set(rowOf(place), { place, sealed }) }
  const layer = Layer.succeed(SealedSecretStore, {
    all: Effect.sync(() => [...rows.values()]),
    replace: (place, from, to) =>
      Effect.sync(() => {
        beforeReplace(place)
        if (rows.get(rowOf(place))?.sealed !== from) return false
        put(place, to)
        return true
      })
  })
  return { layer, put, at: (place: SecretPlace) => rows.get(rowOf(place))?.sealed }
}

/** Where the password of a tenant's SMTP server stands. */
export const passwordOf = (tenant_id: string): SecretPlace => ({ table: "smtp_configs", tenant_id, row: "", column: "password" })
