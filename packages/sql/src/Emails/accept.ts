import type { PreparedSend } from "@telemark/core"
import { Effect } from "effect"
import { makeCounters } from "../Counts/index.js"
import { type FoundSenders, makeFindSenders } from "../Domains/index.js"
import { makeFindSuppressed } from "../Suppressions/index.js"
import { askedSenders, decideSends } from "./decideSends.js"
import { makeFirstUses } from "./firstUses.js"
import { makeInsertSends } from "./insertSends.js"
import { makeUsage } from "./usage.js"

const noSenders: FoundSenders = { owners: new Map(), signed: new Set(), ownServers: new Set() }

/**
 * Accepts a batch of sends inside one transaction: look, decide, write. The number of statements is the same
 * for one send and for many. What is only replayed, suppressed or refused leaves no rows but its key.
 */
export const makeAccept = Effect.gen(function*() {
  const firstUses = yield* makeFirstUses
  const findSenders = yield* makeFindSenders
  const findSuppressed = yield* makeFindSuppressed
  const insertSends = yield* makeInsertSends
  const usage = yield* makeUsage
  const counters = yield* makeCounters

  const sendersOf = (sends: ReadonlyArray<PreparedSend>) => {
    const asked = askedSenders(sends)
    return asked.length === 0 ? Effect.succeed(noSenders) : findSenders(asked)
  }

  return (sends: ReadonlyArray<PreparedSend>) =>
    Effect.gen(function*() {
      const decisions = decideSends(sends, {
        firstUses: yield* firstUses.find(sends),
        senders: yield* sendersOf(sends),
        suppressed: yield* findSuppressed(
          sends.flatMap(({ recipients, tenant_id }) => recipients.map(({ folded }) => ({ tenant_id, folded })))
        ),
        used: yield* usage.hold(sends)
      })
      const final = yield* firstUses.claim(decisions)
      const queued = final.filter((decision) => decision.queued.length > 0)
      if (queued.length > 0) {
        yield* insertSends(queued)
        // Last, since every send of a tenant needs these rows: until the commit, the others' wait for them.
        yield* usage.add(queued)
        yield* counters.change(queued.flatMap(({ queued: recipients, send: { created_at, tenant_id } }) =>
          recipients.map(() => ({ tenant_id, created_at, from: null, to: "queued" as const }))))
      }
      return final.map(({ outcome }) => outcome)
    })
})
