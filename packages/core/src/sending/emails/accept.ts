import { Clock, Effect } from "effect"
import { LocalWorkers } from "../../delivery/queue/LocalWorkers.js"
import { statusAtFirst } from "../../delivery/settlement/transition.js"
import { makeCounters } from "../../events/counts/counters.js"
import { senderOf } from "../domains/Domain.js"
import { makeFindSigningKeys } from "../domains/senderQueries.js"
import type { AcceptOutcome, PreparedSend } from "./EmailStore.js"
import { decideSends, type SendDecision } from "./decideSends.js"
import { makeFindFacts } from "./findFacts.js"
import { makeFirstUses } from "./firstUses.js"
import { makeInsertSends } from "./insertSends.js"
import { type AcceptLease, messagesOf } from "./leaseAccepted.js"
import { askedSenders, type FoundSenders } from "./senderRefusal.js"
import { makeUsage } from "./usage.js"

export interface Accepted {
  readonly outcomes: ReadonlyArray<AcceptOutcome>
  readonly lease: AcceptLease | undefined
}

/**
 * Accepts a batch of sends inside one transaction: look up, decide, write. The number of statements
 * is the same for one send and for many. A send that is only replayed, suppressed or refused leaves
 * no rows but its key. With `mayLease`, messages are leased to a worker of this process that can
 * take them.
 */
export const makeAccept = Effect.gen(function* () {
  const firstUses = yield* makeFirstUses
  const findFacts = yield* makeFindFacts
  const findSigningKeys = yield* makeFindSigningKeys
  const insertSends = yield* makeInsertSends
  const usage = yield* makeUsage
  const counters = yield* makeCounters
  const workers = yield* LocalWorkers

  /** A worker that takes a message needs its keys, and whether its tenant has a server. */
  const sendersToFind = (sends: ReadonlyArray<PreparedSend>, mayLease: boolean) =>
    mayLease && workers.isAny() ? sends.map(senderOf) : askedSenders(sends)

  /** Leases whole sends, in their order, as far as the worker can take them. */
  const lease = (decisions: ReadonlyArray<SendDecision>, { ownServers, signed }: FoundSenders) =>
    Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      const offered = decisions.filter(({ send }) => send.scheduled_at === null)
      const found = workers.find(
        offered.reduce((sum, { queued }) => sum + queued.length, 0),
        now
      )
      if (found === undefined) return undefined
      let remaining = found.max
      const taken = offered.filter((decision) => {
        if (ownServers.has(decision.send.tenant_id) || decision.queued.length > remaining)
          return false
        remaining -= decision.queued.length
        return true
      })
      if (taken.length === 0) return undefined
      const domains =
        signed.size === 0
          ? new Map<string, never>()
          : yield* findSigningKeys(taken.map(({ send }) => senderOf(send)))
      return {
        worker: found.worker,
        ...found.worker.lease(now),
        messages: taken.flatMap((decision) => messagesOf(decision, domains))
      }
    })

  return (sends: ReadonlyArray<PreparedSend>, mayLease: boolean) =>
    Effect.gen(function* () {
      const { senders, suppressed, topics } = yield* findFacts(
        sends,
        sendersToFind(sends, mayLease)
      )
      const decisions = decideSends(sends, {
        firstUses: yield* firstUses.find(sends),
        senders,
        suppressed,
        topics,
        used: yield* usage.lock(sends)
      })
      const final = yield* firstUses.claim(decisions)
      const queued = final.filter((decision) => decision.queued.length > 0)
      if (queued.length === 0)
        return { outcomes: final.map(({ outcome }) => outcome), lease: undefined }
      const leased: AcceptLease | undefined = mayLease ? yield* lease(queued, senders) : undefined
      const taken = new Set(leased?.messages.map(({ id }) => id))
      yield* insertSends(queued, leased, [
        // Last, since every send of a tenant needs these rows: other sends wait for them until the
        // commit.
        usage.add(queued),
        counters.entering(
          queued.flatMap(({ queued: recipients, send: { created_at, tenant_id } }) =>
            recipients.map(({ id }) => ({
              tenant_id,
              created_at,
              from: null,
              to: statusAtFirst(taken.has(id))
            }))
          )
        )
      ])
      return {
        outcomes: final.map(({ outcome, queued: [first] }): AcceptOutcome =>
          outcome._tag === "Accepted" && first !== undefined && taken.has(first.id)
            ? { ...outcome, isTaken: true }
            : outcome
        ),
        lease: leased
      }
    })
})
