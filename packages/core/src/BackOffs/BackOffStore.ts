import type { StorageError } from "@telemark/contract"
import { Context, Effect, Layer } from "effect"
import { type BackOff, backOffId, type BackOffKey } from "./BackOff.js"

/** How long one that is over is kept: nobody sent since then, so nobody knows whether all is well. */
export const backOffMemory = 24 * 60 * 60_000

const isOld = ({ until }: BackOff, now: number): boolean => until <= now - backOffMemory

/**
 * Port: which routes back off, for whom and why, as the workers found. It is written when a back-off begins and when mail is taken again,
 * never for each message, and read to tell people: workers go by what they know themselves.
 */
export class BackOffStore extends Context.Tag("@telemark/core/BackOffStore")<BackOffStore, {
  /** Keeps it in place of an earlier one with the same key, and forgets those that were over a day before it began. */
  readonly save: (backOff: BackOff) => Effect.Effect<void, StorageError>
  readonly remove: (keys: ReadonlyArray<BackOffKey>) => Effect.Effect<void, StorageError>
  /** All that are kept, those that end last first. */
  readonly list: Effect.Effect<ReadonlyArray<BackOff>, StorageError>
  /** Those for which mail of the tenant from this domain waits at `now`, on whatever route, those that end last first. */
  readonly ofSender: (sender: Pick<BackOffKey, "tenant_id" | "sender_domain">, now: number) => Effect.Effect<ReadonlyArray<BackOff>, StorageError>
}>() {
  /** Kept by this process alone. */
  static readonly layerInProcess: Layer.Layer<BackOffStore> = Layer.sync(this, () => {
    const kept = new Map<string, BackOff>()
    const list = (): ReadonlyArray<BackOff> => [...kept.values()].sort((a, b) => b.until - a.until)
    return {
      save: (backOff) =>
        Effect.sync(() => {
          for (const [id, other] of kept) if (isOld(other, backOff.since)) kept.delete(id)
          kept.set(backOffId(backOff), backOff)
        }),
      remove: (keys) => Effect.sync(() => { for (const key of keys) kept.delete(backOffId(key)) }),
      list: Effect.sync(list),
      ofSender: ({ sender_domain, tenant_id }, now) =>
        Effect.sync(() => list().filter((backOff) =>
          backOff.until > now && ["", tenant_id].includes(backOff.tenant_id) && ["", sender_domain].includes(backOff.sender_domain)))
    }
  })
}
