import type { StorageError } from "@telemark/contract"
import { Context, Effect, Layer } from "effect"
import { type BackOff, backOffId, type BackOffKey } from "./BackOff.js"

/**
 * How long an ended back-off is kept, in milliseconds: if nobody has sent since, nobody knows
 * whether the server takes mail again.
 */
export const backOffMemory = 24 * 60 * 60_000

const isOld = ({ until }: BackOff, now: number): boolean => until <= now - backOffMemory

/**
 * Port: the back-offs that workers found, to inform people; workers use their memory. Written when
 * one begins or ends, never per message.
 */
export class BackOffStore extends Context.Tag("@telemark/core/BackOffStore")<
  BackOffStore,
  {
    /**
     * Replaces an earlier back-off with the same key, and deletes those that ended more than a day
     * before this one began.
     */
    readonly save: (backOff: BackOff) => Effect.Effect<void, StorageError>
    readonly remove: (keys: ReadonlyArray<BackOffKey>) => Effect.Effect<void, StorageError>
    /** All that are kept, latest end first. */
    readonly list: Effect.Effect<ReadonlyArray<BackOff>, StorageError>
    /**
     * Those that apply at `now` to the tenant's mail from this domain, on any route, latest end
     * first.
     */
    readonly ofSender: (
      sender: Pick<BackOffKey, "tenant_id" | "sender_domain">,
      now: number
    ) => Effect.Effect<ReadonlyArray<BackOff>, StorageError>
  }
>() {
  static readonly layerInProcess: Layer.Layer<BackOffStore> = Layer.sync(this, () => {
    const kept = new Map<string, BackOff>()
    const list = (): ReadonlyArray<BackOff> => [...kept.values()].sort((a, b) => b.until - a.until)
    return {
      save: (backOff) =>
        Effect.sync(() => {
          for (const [id, other] of kept) if (isOld(other, backOff.since)) kept.delete(id)
          kept.set(backOffId(backOff), backOff)
        }),
      remove: (keys) =>
        Effect.sync(() => {
          for (const key of keys) kept.delete(backOffId(key))
        }),
      list: Effect.sync(list),
      ofSender: ({ sender_domain, tenant_id }, now) =>
        Effect.sync(() =>
          list().filter(
            (backOff) =>
              backOff.until > now &&
              ["", tenant_id].includes(backOff.tenant_id) &&
              ["", sender_domain].includes(backOff.sender_domain)
          )
        )
    }
  })
}
