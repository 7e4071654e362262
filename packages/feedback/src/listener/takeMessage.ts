import type { StorageError } from "@telemark/contract"
import { Feedback, makeLimiter, type ReportOrigin } from "@telemark/core"
import { Effect } from "effect"
import type { Bounce } from "../bounces/Bounce.js"
import { isWish, wishesOf } from "../bounces/isWish.js"
import { readBounce } from "../bounces/readBounce.js"
import { reportsOf } from "../bounces/reportsOf.js"
import { type SmtpReply, tryAgain } from "./SmtpReply.js"
import type { BounceLimits } from "./limits.js"
import { logTrouble } from "./logTrouble.js"
import { countMessage } from "./metrics.js"

/** A message that the listener received. */
export interface ReturnedMessage {
  /** Its beginning. */
  readonly front: Uint8Array
  /** The messages whose return paths it came to. */
  readonly emailIds: ReadonlyArray<string>
  /** The messages whose addresses for unsubscribing it came to. */
  readonly unsubscribeIds: ReadonlyArray<string>
  /** False for bounces and automatic replies. */
  readonly hasSender: boolean
  /** Who delivered it; addresses take turns. */
  readonly address: string
}

/** How long a message waits for those before it. */
const maxWait = "60 seconds"

const origin: ReportOrigin = { tenant_id: null, source: "return_path" }

/** How a message begins, for people to read. */
const beginningOf = (front: Uint8Array): string =>
  new TextDecoder().decode(front.subarray(0, 8_192))

/** The messages whose return paths a message contains. */
type EmailIdsIn<R> = (front: Uint8Array) => Effect.Effect<ReadonlyArray<string>, SmtpReply, R>

type Limits = Pick<BounceLimits, "connections" | "shareOfTime" | "record">

interface Reading {
  /** Undefined if it came to addresses for unsubscribing alone. */
  readonly bounce: Bounce | undefined
  readonly isWish: boolean
  readonly millis: number
}

const read = ({
  emailIds,
  front,
  hasSender,
  unsubscribeIds
}: ReturnedMessage): Effect.Effect<Reading> =>
  Effect.promise(async () => {
    const begun = performance.now()
    const asks = unsubscribeIds.length > 0
    const wishes = asks && hasSender && (await isWish(front))
    const bounce = asks && emailIds.length === 0 ? undefined : await readBounce(front)
    return { bounce, isWish: wishes, millis: performance.now() - begun }
  })

/**
 * Makes the effect that reads a message and records its reports; it succeeds once they are on disk,
 * and otherwise fails with a reply that has the sender try again. What can't be understood is kept
 * for people to look at. Messages are handled one at a time, with pauses that keep the share of the
 * event loop's time: whoever got a mail has an address that takes bounces, and could have this
 * process read the worst of them all day. What came to a role address is about a message only if it
 * returns that message's return path: its Message-ID is in each reply and forwarded mail.
 */
export const makeTakeMessage = <R>(
  { connections, record, shareOfTime }: Limits,
  emailIdsIn: EmailIdsIn<R>
) =>
  Effect.map(Feedback, (feedback) => {
    const turns = makeLimiter<SmtpReply>({
      permits: 1,
      isWaitInterruptible: true,
      refuse: { maxWaiting: connections, maxWait, error: () => tryAgain }
    })

    /** Fails if a report can be neither recorded nor kept at the moment. */
    const recordReports = (
      { bounce, isWish: wishes }: Reading,
      { front, unsubscribeIds }: ReturnedMessage,
      emailIds: ReadonlyArray<string>
    ): Effect.Effect<unknown, SmtpReply | StorageError> => {
      const reports = [
        ...(bounce === undefined || emailIds.length === 0 ? [] : reportsOf(bounce, emailIds)),
        ...(wishes ? wishesOf(unsubscribeIds) : [])
      ]
      if (reports.length > 0) {
        return Effect.filterOrFail(
          feedback.receive(origin, reports),
          (outcomes) => !outcomes.includes("too_early"),
          () => tryAgain
        )
      }
      return bounce !== undefined && bounce._tag !== "Ignored"
        ? feedback.keepUnread(origin, {
            excerpt: beginningOf(front),
            message: { email_id: emailIds[0] }
          })
        : Effect.void
    }

    return (message: ReturnedMessage): Effect.Effect<void, SmtpReply, R> => {
      let spent = 0
      return Effect.acquireUseRelease(
        turns.take({ key: message.address }),
        () =>
          Effect.gen(function* () {
            const reading = yield* read(message)
            spent = reading.millis
            const { emailIds, front } = message
            const isNamed = emailIds.length > 0 || reading.bounce === undefined
            const about = isNamed ? emailIds : yield* emailIdsIn(front)
            yield* Effect.timeout(recordReports(reading, message, about), record).pipe(
              Effect.tapCause((cause) =>
                logTrouble(
                  "a bounce could not be recorded; its sender is asked to deliver it again",
                  cause
                )
              ),
              Effect.catchCause(() => Effect.fail(tryAgain))
            )
            yield* countMessage(reading.isWish ? "Wish" : (reading.bounce?._tag ?? "Ignored"))
          }),
        // In real time, whatever clock the effect has: this is about the event loop.
        (leave) =>
          Effect.sync(() => {
            setTimeout(leave, spent * (1 / shareOfTime - 1)).unref()
          })
      )
    }
  })
