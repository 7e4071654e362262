import { type SecretKey, type SecretReference, StoredKeys } from "@telemark/core"
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

/** Where the password of a tenant's SMTP server stands. */
export const passwordOf = (tenant_id: string): SecretReference => ({
  table: "smtp_configs",
  tenant_id,
  row: "",
  column: "password"
})
