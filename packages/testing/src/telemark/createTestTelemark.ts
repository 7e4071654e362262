import { capture } from "@telemark/smtp"
import { sqlite } from "@telemark/sqlite"
import { Effect } from "effect"
import { createTelemark, type DeliveredDue, TelemarkClosed } from "telemark"
import { advanceTo } from "./advance.js"
import { makeLeapingClock } from "./clock.js"
import { nothingDelivered, together } from "./counts.js"
import { makeInHand } from "./inFlight.js"
import { endOf, instantOf } from "./instants.js"
import { oneByOne } from "./inTurn.js"
import { makeMailbox } from "./mailbox.js"
import { recording } from "./recording.js"
import type { TestTelemark, TestTelemarkOptions } from "./TestTelemark.js"
import { watching } from "./watching.js"

/** Tests have no secrets. It is the same for all, so that a storage can be opened again. */
const testSecret = Buffer.alloc(32, "telemark").toString("base64")

/** Where webhook receivers of tests stand. */
const loopback = ["127.0.0.0/8", "::1"]

/**
 * Opens a Telemark for one test, or for one file of tests: in memory unless it is given a storage, with a mailbox in the place of the
 * world. Its time is its own; several of them don't see one another where each has a storage of its own. Rejects as `createTelemark` does. Close it, or say `await using`.
 */
export const createTestTelemark = async (options: TestTelemarkOptions = {}): Promise<TestTelemark> => {
  const { allowNetworks = loopback, deliverAtOnce = true, now, secret = testSecret, storage, transport = capture(), ...others } = options
  const clock = makeLeapingClock(now === undefined ? undefined : instantOf("now", now))
  const mailbox = makeMailbox()
  const [mail, webhooks] = [makeInHand(), makeInHand()]
  let nextDue: () => Promise<number | undefined> = () => Promise.resolve(undefined)
  let accepted = 0

  /** Delivers until nothing is due: what is delivered causes events, and who is told of them may send. */
  const deliver = async (): Promise<DeliveredDue> => {
    let delivered = nothingDelivered
    for (;;) {
      const before = accepted
      const emails = await telemark.deliverDue({ webhookConcurrency: 0 })
      // Its events are owed to webhooks as well. Webhooks in hand aren't waited for: it may be their receiver that asks.
      await mail.emptied()
      delivered = together(together(delivered, emails), await telemark.deliverDue({ concurrency: 0 }))
      if (accepted === before) return delivered
    }
  }

  /** Delivers what is due, and waits for these alone: others may take their time. They are accepted whatever comes of it. */
  const deliverAccepted = (ids: ReadonlyArray<string>): Effect.Effect<void> =>
    Effect.suspend(() => {
      let failure: unknown
      const run = telemark.deliverDue({ webhookConcurrency: 0 }).catch((error: unknown) => {
        failure = error
      })
      return Effect.zipRight(
        Effect.promise(() => mail.settled(ids, run)),
        Effect.suspend(() => failure === undefined || failure instanceof TelemarkClosed
          ? Effect.void
          : Effect.logWarning("mail could not be delivered at once; it is due for deliverDue and advance", failure))
      )
    })

  const telemark = await createTelemark({
    ...others,
    secret,
    allowNetworks,
    clock: clock.clock,
    transport: recording(transport, mailbox, mail),
    storage: watching(storage ?? sqlite({ filename: ":memory:" }), {
      mail,
      webhooks,
      onOpen: (ask) => {
        nextDue = ask
      },
      onAccepted: (ids) => Effect.suspend(() => {
        accepted++
        return deliverAtOnce ? deliverAccepted(ids) : Effect.void
      })
    })
  })

  const inTurn = oneByOne()
  return {
    ...telemark,
    mailbox: { all: mailbox.all, to: mailbox.to, last: mailbox.last, clear: mailbox.clear },
    now: () => new Date(clock.now()),
    deliverDue: (how) => how === undefined ? deliver() : telemark.deliverDue(how),
    advance: (time) => inTurn(() => advanceTo(endOf(time, clock.now()), {
      clock,
      deliver,
      nextDue: () => nextDue(),
      isIdle: () => mail.isEmpty() && webhooks.isEmpty(),
      idle: async () => {
        await mail.emptied()
        await webhooks.emptied()
      }
    }))
  }
}
