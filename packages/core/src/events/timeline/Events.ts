import { NotFound, type StorageError, type Timeline } from "@telemark/contract"
import { Context, Effect, Layer } from "effect"
import { stored } from "../../database/storageError.js"
import { makeFindBackOff } from "../../delivery/backOffs/backOffTable.js"
import { heldQueries } from "../../delivery/queue/heldQueries.js"
import { isId } from "../../kernel/ids.js"
import { emailQueries } from "../../sending/emails/emailQueries.js"
import { eventQueries } from "../log/eventTable.js"
import { timelineOf } from "./timeline.js"

interface EventsService {
  /** Oldest first, with the current state and what comes next. */
  readonly timeline: (
    tenantId: string,
    emailId: string
  ) => Effect.Effect<Timeline, NotFound | StorageError>
}

/** Of a message that waits. */
const mayBeHeld: ReadonlySet<string> = new Set(["queued", "deferred"])

const make = Effect.gen(function* () {
  const events = yield* eventQueries
  const emails = yield* emailQueries
  const findBackOff = yield* makeFindBackOff
  const { isHeld } = yield* heldQueries
  return Events.of({
    timeline: (tenantId, emailId) =>
      Effect.gen(function* () {
        const email = isId("em", emailId) ? yield* emails.find(tenantId, emailId) : undefined
        if (email === undefined) return yield* new NotFound()
        return timelineOf(
          email,
          yield* stored(events.ofEmail(tenantId, emailId)),
          yield* findBackOff(email),
          // A held message has none, and most that have none have left the queue.
          email.next_attempt_at === null &&
            mayBeHeld.has(email.status) &&
            (yield* stored(isHeld(emailId)))
        )
      })
  })
})

/** What happened to each message, written in the transaction of the change. */
export class Events extends Context.Service<Events, EventsService>()("@telemark/core/Events") {
  static readonly layer = Layer.effect(this, make)
}
