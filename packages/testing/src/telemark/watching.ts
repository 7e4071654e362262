import {
  type AcceptOutcome,
  AroundAccept,
  MailQueue,
  ReportsTried,
  Transactions,
  type WebhookKey,
  WebhookQueue
} from "@telemark/core"
import { Context, Effect, Exit, Layer } from "effect"
import type { Storage } from "telemark"
import type { InFlight } from "./inFlight.js"

interface Watcher {
  /** With a function that returns when the next attempt is due, in epoch milliseconds. */
  readonly onOpen: (nextDue: () => Promise<number | undefined>) => void
  /**
   * After messages were accepted, or replayed for the same key, outside transactions of the
   * application. The send waits for it.
   */
  readonly onAccepted: (ids: ReadonlyArray<string>) => Effect.Effect<void>
  readonly mail: InFlight
  readonly webhooks: InFlight
}

const textOf = ({ endpoint_id, event_id }: WebhookKey): string =>
  `${String(endpoint_id)} ${event_id}`

const claimedAs = <Claimed, E>(
  inFlight: InFlight,
  keyOf: (claimed: Claimed) => string,
  claim: Effect.Effect<ReadonlyArray<Claimed>, E>
) =>
  Effect.suspend(() => {
    inFlight.claiming()
    return Effect.onExit(claim, (exit) =>
      Effect.sync(() => {
        inFlight.claimed(Exit.isSuccess(exit) ? exit.value.map(keyOf) : [])
      })
    )
  })

const watchedMail = (queue: typeof MailQueue.Service, inFlight: InFlight) =>
  MailQueue.of({
    ...queue,
    claim: (...how) => claimedAs(inFlight, ({ id }) => id, queue.claim(...how)),
    attach: (worker) =>
      queue.attach === undefined
        ? Effect.void
        : queue.attach({
            ...worker,
            begin: (messages) => {
              inFlight.claiming()
              inFlight.claimed(messages.map(({ id }) => id))
              worker.begin(messages)
            }
          }),
    release: (owner, ids, ...when) =>
      Effect.ensuring(
        queue.release(owner, ids, ...when),
        Effect.sync(() => {
          inFlight.left(ids)
        })
      ),
    record: (owner, settlements) =>
      Effect.tap(queue.record(owner, settlements), ({ ids: written }) =>
        Effect.sync(() => {
          const ids = settlements.map(({ id }) => id)
          // Nothing more is recorded of messages whose lease had run out.
          for (const id of ids) if (!written.includes(id)) inFlight.hadMore(id)
          inFlight.left(ids)
        })
      )
  })

const watchedWebhooks = (queue: typeof WebhookQueue.Service, inFlight: InFlight) =>
  WebhookQueue.of({
    ...queue,
    claim: (...how) =>
      claimedAs(
        inFlight,
        ({ endpoint, event }) => textOf({ endpoint_id: endpoint.id, event_id: event.id }),
        queue.claim(...how)
      ),
    release: (owner, keys, now) =>
      Effect.ensuring(
        queue.release(owner, keys, now),
        Effect.sync(() => {
          inFlight.left(keys.map(textOf))
        })
      ),
    record: (owner, settlements) =>
      Effect.tap(queue.record(owner, settlements), () =>
        Effect.sync(() => {
          inFlight.left(settlements.map(({ attempt }) => textOf(attempt)))
        })
      )
  })

const acceptedIds = (outcome: AcceptOutcome): ReadonlyArray<string> =>
  outcome._tag === "Accepted" || outcome._tag === "Replayed"
    ? outcome.result.queued.map(({ id }) => id)
    : []

/** Reports what is accepted, claimed and recorded. */
export const watching = (
  storage: Storage,
  { mail, onAccepted, onOpen, webhooks }: Watcher
): Storage =>
  Layer.effectContext(
    Effect.gen(function* () {
      const [mailQueue, webhookQueue] = [yield* MailQueue, yield* WebhookQueue]
      // The storage's own: the sender's context may contain another one, or none.
      const { isInside } = yield* Transactions
      const next = Effect.map(Effect.all([mailQueue.nextDue, webhookQueue.nextDue]), (instants) => {
        const first = Math.min(...instants.map((instant) => instant ?? Infinity))
        return first === Infinity ? undefined : first
      })
      onOpen(() => Effect.runPromise(next))
      const notify = (outcome: AcceptOutcome) => {
        const ids = acceptedIds(outcome)
        return ids.length === 0
          ? Effect.void
          : Effect.flatMap(isInside, (inside) => (inside ? Effect.void : onAccepted(ids)))
      }
      return Context.empty().pipe(
        Context.add(MailQueue, watchedMail(mailQueue, mail)),
        Context.add(WebhookQueue, watchedWebhooks(webhookQueue, webhooks)),
        Context.add(AroundAccept, (accept) => (send) => Effect.tap(accept(send), notify)),
        Context.add(ReportsTried, (ids) => {
          for (const id of ids) mail.hadMore(id)
        })
      )
    })
  ).pipe(Layer.provideMerge(storage))
