import { capture } from "@telemark/smtp"
import { sqlite } from "@telemark/sqlite"
import type { DeliveredDue } from "@telemark/worker"
import { type Duration, Effect } from "effect"
import { createTelemark, type Telemark, TelemarkClosed, type TelemarkOptions } from "telemark"
import { advanceTo, nothingDelivered, together } from "./advance.js"
import { endOf, instantOf, makeLeapingClock } from "./clock.js"
import { makeInFlight } from "./inFlight.js"
import { type Mailbox, makeMailbox } from "./mailbox.js"
import { recordingTransport } from "./recordingTransport.js"
import { watching } from "./watching.js"

/** By default SQLite in memory, and a transport that captures messages. */
export interface TestTelemarkOptions extends Partial<Omit<TelemarkOptions, "clock" | "queue">> {
  /** The first instant, as an RFC 3339 string or a Date; the present by default. */
  readonly now?: string | Date | undefined
  /**
   * Whether a send resolves only after its messages were delivered, if they are due at once and
   * outside a transaction of the application; true by default. Others wait for `deliverDue` or
   * `advance`, unless a worker runs.
   */
  readonly deliverAtOnce?: boolean | undefined
}

export interface TestTelemark extends Telemark {
  /** The messages that the transport accepted. */
  readonly mailbox: Mailbox
  /** Runs like real time, and jumps with `advance`. */
  readonly now: () => Date
  /**
   * Advances the clock by a duration, or to an instant: jumps from one due instant to the next and
   * makes the attempts due at each, of messages and of webhooks. Resolves with the outcomes of all.
   * The application's own timers aren't affected.
   */
  readonly advance: (time: Duration.Input | Date) => Promise<DeliveredDue>
}

const oneByOne = () => {
  let last: Promise<unknown> = Promise.resolve()
  return <A>(run: () => Promise<A>): Promise<A> => {
    const made = last.then(run)
    last = made.catch(() => undefined)
    return made
  }
}

/** Always the same, so that a storage can be opened again. */
const testSecret = Buffer.alloc(32, "telemark").toString("base64")

/** Webhook receivers of tests listen here. */
const loopback = ["127.0.0.0/8", "::1"]

/**
 * Opens a Telemark for one test or one file of tests: in memory unless `storage` is given, with a
 * mailbox instead of real delivery and a clock of its own. Rejects as `createTelemark` does. Close
 * it, or use `await using`.
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

  /** Until nothing is due: delivery causes events, and their subscribers may send more. */
  const deliver = async (): Promise<DeliveredDue> => {
    let delivered = nothingDelivered
    for (;;) {
      const before = accepted
      const emails = await telemark.deliverDue({ webhookConcurrency: 0 })
      // Delivered messages cause webhooks. Those in flight aren't waited for: the caller may be
      // their receiver.
      await mail.emptied()
      delivered = together(
        together(delivered, emails),
        await telemark.deliverDue({ concurrency: 0 })
      )
      if (accepted === before) return delivered
    }
  }

  /** Waits for these messages only. They stay accepted, whatever the outcome. */
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
