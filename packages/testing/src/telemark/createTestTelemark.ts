import { capture } from "@telemark/smtp"
import { sqlite } from "@telemark/sqlite"
import type { DeliveredDue } from "@telemark/worker"
import { Effect } from "effect"
import { createTelemark, TelemarkClosed } from "telemark"
import type { TestTelemark, TestTelemarkOptions } from "./TestTelemark.js"
import { advanceTo } from "./advance.js"
import { makeLeapingClock } from "./clock.js"
import { nothingDelivered, together } from "./counts.js"
import { makeInFlight } from "./inFlight.js"
import { endOf, instantOf } from "./instants.js"
import { makeMailbox } from "./mailbox.js"
import { oneByOne } from "./oneByOne.js"
import { recordingTransport } from "./recordingTransport.js"
import { watching } from "./watching.js"

/** The same for all tests, so that a storage can be opened again. */
const testSecret = Buffer.alloc(32, "telemark").toString("base64")

/** Webhook receivers of tests listen here. */
const loopback = ["127.0.0.0/8", "::1"]

/**
 * Opens a Telemark for one test or one file of tests: in memory unless `storage` is given, with a
 * mailbox instead of real delivery and a clock of its own. Telemarks with separate storages are
 * independent. Rejects as `createTelemark` does. Close it, or use `await using`.
 */
export const createTestTelemark = async (
  options: TestTelemarkOptions = {}
): Promise<TestTelemark> => {
  const {
    allowNetworks = loopback,
    deliverAtOnce = true,
    now,
    secret = testSecret,
    storage,
    transport = capture(),
    ...others
  } = options
  const clock = makeLeapingClock(now === undefined ? undefined : instantOf("now", now))
  const mailbox = makeMailbox()
  const [mail, webhooks] = [makeInFlight(), makeInFlight()]
  let nextDue: () => Promise<number | undefined> = () => Promise.resolve(undefined)
  let accepted = 0

  /** Delivers until nothing is due: delivery causes events, and their subscribers may send more. */
  const deliver = async (): Promise<DeliveredDue> => {
    let delivered = nothingDelivered
    for (;;) {
      const before = accepted
      const emails = await telemark.deliverDue({ webhookConcurrency: 0 })
      // Delivered messages cause webhooks. Webhooks in flight aren't waited for, since the caller
      // may be their receiver.
      await mail.emptied()
      delivered = together(
        together(delivered, emails),
        await telemark.deliverDue({ concurrency: 0 })
      )
      if (accepted === before) return delivered
    }
  }

  /**
   * Delivers what is due and waits for these messages only. They stay accepted, whatever the
   * outcome.
   */
  const deliverAccepted = (ids: ReadonlyArray<string>): Effect.Effect<void> =>
    Effect.suspend(() => {
      let failure: unknown
      const run = telemark.deliverDue({ webhookConcurrency: 0 }).catch((error: unknown) => {
        failure = error
      })
      return Effect.andThen(
        Effect.promise(() => mail.settled(ids, run)),
        Effect.suspend(() =>
          failure === undefined || failure instanceof TelemarkClosed
            ? Effect.void
            : Effect.logWarning(
                "mail could not be delivered at once; deliverDue and advance try it again",
                failure
              )
        )
      )
    })

  const telemark = await createTelemark({
    ...others,
    secret,
    allowNetworks,
    clock: clock.clock,
    transport: recordingTransport(transport, mailbox, mail),
    storage: watching(storage ?? sqlite({ filename: ":memory:" }), {
      mail,
      webhooks,
      onOpen: (ask) => {
        nextDue = ask
      },
      onAccepted: (ids) =>
        Effect.suspend(() => {
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
    deliverDue: (how) => (how === undefined ? deliver() : telemark.deliverDue(how)),
    advance: (time) =>
      inTurn(() =>
        advanceTo(endOf(time, clock.now()), {
          clock,
          deliver,
          nextDue: () => nextDue(),
          isIdle: () => mail.isEmpty() && webhooks.isEmpty(),
          idle: async () => {
            await mail.emptied()
            await webhooks.emptied()
          }
        })
      )
  }
}
