import type { StorageError } from "@telemark/contract"
import { Context, Effect, Layer } from "effect"
import { type BackOff, backOffId, type BackOffKey, type ConnectionLimit } from "./BackOff.js"

/**
 * How long an ended back-off and a number of connections are kept, in milliseconds: if nobody has
 * sent since, nobody knows whether the server takes more again.
 */
export const backOffMemory = 24 * 60 * 60_000

const isOld = ({ until }: BackOff, now: number): boolean => until <= now - backOffMemory

/**
 * Port: the back-offs that workers found, to inform people; workers use their memory. Written when
 * one begins or ends, never per message.
 */
export class BackOffStore extends Context.Service<
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
    /** Replaces the route's earlier one, and deletes those that are more than a day older. */
    readonly saveLimit: (limit: ConnectionLimit) => Effect.Effect<void, StorageError>
    readonly removeLimit: (route: string) => Effect.Effect<void, StorageError>
    /** Those of the day before `now`, by route. */
    readonly limits: (now: number) => Effect.Effect<ReadonlyArray<ConnectionLimit>, StorageError>
  }
>()("@telemark/core/BackOffStore") {
  static readonly layerInProcess: Layer.Layer<BackOffStore> = Layer.sync(this, () => {
    const kept = new Map<string, BackOff>()
    const limits = new Map<string, ConnectionLimit>()
    const current = (now: number): ReadonlyArray<ConnectionLimit> =>
      [...limits.values()]
        .filter(({ refused_at }) => refused_at > now - backOffMemory)
        .sort((a, b) => (a.route < b.route ? -1 : 1))
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
        ),
      saveLimit: (limit) =>
        Effect.sync(() => {
          for (const { route, refused_at } of limits.values())
            if (refused_at <= limit.refused_at - backOffMemory) limits.delete(route)
          limits.set(limit.route, limit)
        }),
      removeLimit: (route) => Effect.sync(() => void limits.delete(route)),
      limits: (now) => Effect.sync(() => current(now))
    }
  })
}
