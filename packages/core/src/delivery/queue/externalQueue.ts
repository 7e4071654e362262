import { StorageError } from "@telemark/contract"
import { Effect, Layer, Result } from "effect"
import type { Lease } from "../../database/Lease.js"
import type { ClaimedMessage } from "../message/Message.js"
import { WakeUp } from "../message/WakeUp.js"
import { MailQueue, queueQueries } from "./MailQueue.js"
import { Queue, type QueueRoute, type QueueUnavailable, type TakenEntry } from "./Queue.js"
import type { ClaimedKinds } from "./chooseDueMessages.js"
import { offeredFor } from "./outbox.js"

/** The entries of begun messages, by their ids. */
const makeTakenEntries = () => {
  const known = new Map<string, { readonly owner: string; readonly entry: TakenEntry }>()
  const find = (owner: string, ids: ReadonlyArray<string>): ReadonlyArray<TakenEntry> =>
    ids.flatMap((id) => {
      const found = known.get(id)
      return found?.owner === owner ? [found.entry] : []
    })
  return {
    /** Keeps one entry of each begun message. */
    add: (
      owner: string,
      entries: ReadonlyArray<TakenEntry>,
      begun: ReadonlyArray<string>
    ): void => {
      const first = new Map([...entries].reverse().map((entry) => [entry.id, entry]))
      for (const id of begun) {
        const entry = first.get(id)
        // Begun again after its lease expired: the earlier owner's entry is left to the queue.
        if (entry !== undefined) known.set(id, { owner, entry })
      }
    },
    has: (owner: string, entry: TakenEntry): boolean => {
      const found = known.get(entry.id)
      return found?.owner === owner && found.entry.receipt === entry.receipt
    },
    of: find,
    remove: (owner: string, ids: ReadonlyArray<string>): ReadonlyArray<TakenEntry> => {
      const entries = find(owner, ids)
      for (const { id } of entries) known.delete(id)
      return entries
    }
  }
}

/** Options of `layerExternalQueue`. */
export interface ExternalQueueOptions {
  /**
   * How many messages a worker offers at once when it finds the queue empty; 100 by default. More
   * mean fewer queries, but later messages of any tenant wait until these are taken. A claim always
   * offers at least what it asks for.
   */
  readonly ahead?: number | undefined
}

const defaultAhead = 100

/** Entries whose messages can't be begun are replaced by others, but not endlessly. */
const maxRounds = 10

const platformFirst: ReadonlyArray<QueueRoute> = ["platform", "own"]
const ownOnly: ReadonlyArray<QueueRoute> = ["own"]

const asStorageError = (cause: QueueUnavailable): StorageError =>
  new StorageError({ reason: "unavailable", cause, explanation: cause.explanation })

const idOf = ({ id }: { readonly id: string }): string => id

const make = ({ ahead = defaultAhead }: ExternalQueueOptions) =>
  Effect.gen(function* () {
    const store = yield* queueQueries
    const queue = yield* Queue
    const wakeUp = yield* WakeUp
    const scope = yield* Effect.scope
    const begun = makeTakenEntries()

    // Entries that stay in the queue are harmless, since their messages can't be begun: no reason
    // to fail.
    const finish = (owner: string, entries: ReadonlyArray<TakenEntry>) =>
      entries.length === 0
        ? Effect.void
        : queue
            .done(owner, entries)
            .pipe(
              Effect.catch(({ message }) =>
                Effect.logDebug(
                  "entries could not be marked as done; they stay in the queue until they are taken again",
                  { reason: message }
                )
              )
            )

    /** Returns messages to storage, which offers them when they can be begun. */
    const refuse = (owner: string, entries: ReadonlyArray<TakenEntry>, now: number) =>
      entries.length === 0
        ? Effect.void
        : Effect.andThen(store.withdraw(now, entries.map(idOf)), finish(owner, entries))

    const take = (owner: string, limit: number, { ownServersOnly }: ClaimedKinds) =>
      Effect.gen(function* () {
        const taken: Array<TakenEntry> = []
        for (const route of ownServersOnly === true ? ownOnly : platformFirst) {
          if (taken.length === limit) break
          const more = yield* Effect.result(queue.take(owner, route, limit - taken.length))
          if (Result.isSuccess(more)) taken.push(...more.success)
          else if (taken.length === 0) return yield* asStorageError(more.failure)
        }
        return taken
      })

    /**
     * The relay from storage to queue. It runs as part of a claim, so no relay can be idle while
     * mail is due.
     */
    const offer = (limit: number, now: number, which: ClaimedKinds) =>
      Effect.gen(function* () {
        const entries = yield* store.offer(limit, now, now + offeredFor, which)
        if (entries.length === 0) return 0
        yield* queue.offer(entries).pipe(
          Effect.mapError(asStorageError),
          // Otherwise they would wait as if they were in the queue.
          Effect.tapError(() => Effect.ignore(store.withdraw(now, entries.map(idOf))))
        )
        return entries.length
      })

    const begin = (
      lease: Lease,
      taken: ReadonlyArray<TakenEntry>,
      now: number,
      { except = [], ownServersOnly }: ClaimedKinds
    ) =>
      Effect.gen(function* () {
        const { owner } = lease
        const isLeftOut = ({ tenant_id }: TakenEntry) => except.includes(tenant_id)
        const open = taken.filter((entry) => !isLeftOut(entry))
        const messages = yield* store
          .begin(lease, open.map(idOf), now)
          .pipe(Effect.tapError(() => Effect.ignore(queue.release(owner, taken))))
        begun.add(owner, open, messages.map(idOf))
        // Their tenants had their own server when the messages were offered and have none now.
        const misrouted =
          ownServersOnly === true ? messages.filter(({ smtp_config }) => smtp_config === null) : []
        yield* Effect.gen(function* () {
          yield* refuse(
            owner,
            taken.filter((entry) => !begun.has(owner, entry)),
            now
          )
          if (misrouted.length > 0) yield* release(owner, misrouted.map(idOf), now)
        }).pipe(
          // Begun messages have to be delivered whatever happens to the others.
          Effect.catch(({ message }) =>
            Effect.logWarning(
              "emails of the queue could not be released; they become due again when their leases run out",
              { reason: message }
            )
          )
        )
        return messages.filter((message) => !misrouted.includes(message))
      })

    /** Finds old messages by age, which no queue knows, and so bypasses the queue. */
    const claimOld = (lease: Lease, limit: number, now: number, which: ClaimedKinds) =>
      Effect.flatMap(store.offer(limit, now, now + offeredFor, which), (entries) =>
        entries.length === 0 ? Effect.succeed([]) : store.begin(lease, entries.map(idOf), now)
      )

    const round = (lease: Lease, limit: number, now: number, which: ClaimedKinds) =>
      Effect.gen(function* () {
        const first = yield* take(lease.owner, limit, which)
        const missing = limit - first.length
        if (missing === 0)
          return { messages: yield* begin(lease, first, now, which), isLast: false, isMore: false }
        const refill = Effect.flatMap(offer(Math.max(missing, ahead), now, which), (count) =>
          count === 0
            ? Effect.succeed({ count, taken: [] })
            : Effect.map(take(lease.owner, missing, which), (taken) => ({ count, taken }))
        )
        // Entries taken before are kept even if the refill fails.
        const { count, taken } =
          first.length === 0
            ? yield* refill
            : yield* Effect.orElseSucceed(refill, () => ({ count: 0, taken: [] }))
        const all = [...first, ...taken]
        return {
          messages: all.length === 0 ? [] : yield* begin(lease, all, now, which),
          isLast: count === 0,
          isMore: count > taken.length
        }
      })

    const claim = (
      lease: Lease,
      limit: number,
      now: number,
      which: ClaimedKinds = {}
    ): Effect.Effect<ReadonlyArray<ClaimedMessage>, StorageError> =>
      which.begunBefore !== undefined
        ? claimOld(lease, limit, now, which)
        : Effect.gen(function* () {
            const claimed: Array<ClaimedMessage> = []
            let isMore = false
            for (let rounds = 0; rounds < maxRounds && claimed.length < limit; rounds++) {
              const next = yield* Effect.result(round(lease, limit - claimed.length, now, which))
              if (Result.isFailure(next)) {
                if (claimed.length === 0) return yield* next.failure
                break
              }
              claimed.push(...next.success.messages)
              isMore ||= next.success.isMore
              if (next.success.isLast) break
            }
            // Other workers may have looked while the queue was empty.
            if (isMore) yield* wakeUp.signal
            return claimed
          })

    const release = (
      owner: string,
      ids: ReadonlyArray<string>,
      now: number,
      dueAt?: number
    ): Effect.Effect<void, StorageError> =>
      // In this order: an entry removed later might be that of the next offer.
      Effect.andThen(
        Effect.suspend(() => finish(owner, begun.remove(owner, ids))),
        store.release(owner, ids, now, dueAt)
      )

    return MailQueue.of({
      claim,
      release,
      renew: (lease, ids) =>
        Effect.andThen(
          store.renew(lease, ids),
          Effect.suspend(() => {
            const entries = begun.of(lease.owner, ids)
            // Best effort: only the lease in storage counts.
            return entries.length === 0
              ? Effect.void
              : Effect.ignore(queue.extend(lease.owner, entries))
          })
        ),
      // An outcome is recorded once storage has it: a queue that doesn't answer would keep others
      // waiting, which a crash repeats.
      record: (owner, settlements) =>
        Effect.tap(store.record(owner, settlements), () =>
          Effect.forkIn(finish(owner, begun.remove(owner, settlements.map(idOf))), scope, {
            startImmediately: true,
            uninterruptible: true
          })
        ),
      nextDue: store.nextDue
    })
  })

/**
 * `MailQueue` over an external queue. The database remains authoritative: each claim offers due
 * messages if the queue has too few, takes entries and begins their messages in the database;
 * outcomes are recorded there before the queue learns of them.
 */
export const layerExternalQueue = (options: ExternalQueueOptions = {}) =>
  Layer.effect(MailQueue, make(options))
