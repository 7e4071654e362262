import { toAsciiDomain } from "@telemark/contract"
import {
  aliasName,
  count,
  Feedback,
  makeLimiter,
  type ReportOrigin,
  returnPathPrefix
} from "@telemark/core"
import { Cause, Effect } from "effect"
import { type Bounce, reportsOf } from "../bounces/Bounce.js"
import { isUnsubscribeMail, unsubscribeReports } from "../bounces/bounceEvidence.js"
import { readBounce } from "../bounces/readBounce.js"
import { unsubscribePrefix } from "../returnPath/addressToken.js"
import type { BounceLimits } from "./bounceLimits.js"

/** As smtp-server takes it: the enhanced code follows from `responseCode`. */
export class SmtpReply extends Error {
  constructor(
    readonly responseCode: number,
    message: string
  ) {
    super(message)
  }
}

export const noSuchRecipient = new SmtpReply(550, "There is no such address here")
export const tryAgain = new SmtpReply(451, "It can't be recorded at the moment, try again later")
export const tooManyMessages = new SmtpReply(421, "Enough messages, connect again for more")

/** The message of an expected error, all of a fault. */
export const logTrouble = (message: string, cause: Cause.Cause<unknown>) => {
  if (Cause.hasDies(cause)) return Effect.logError(message, cause)
  const error = Cause.squash(cause)
  return Effect.logWarning(message, {
    reason: error instanceof Error ? error.message : String(error)
  })
}

type Kind = Bounce["_tag"] | "Wish"

const kinds: Readonly<Record<Kind, string>> = {
  Wish: "unsubscribe",
  DeliveryReports: "delivery_report",
  SpamReport: "spam_report",
  Ignored: "ignored",
  Unknown: "unknown"
}

const countMessage = (kind: Kind) => count("telemark_bounce_messages_total", { kind: kinds[kind] })

export const countRefusal = (limit: string) => count("telemark_bounce_refusals_total", { limit })

export interface ReturnedMessage {
  readonly front: Uint8Array
  /** Of the messages whose return paths it came to. */
  readonly emailIds: ReadonlyArray<string>
  /** Of those whose addresses for unsubscribing it came to. */
  readonly unsubscribeIds: ReadonlyArray<string>
  /** False for bounces and automatic replies. */
  readonly hasSender: boolean
  /** Addresses take turns. */
  readonly address: string
}

const maxWait = "60 seconds"

const origin: ReportOrigin = { tenant_id: null, source: "return_path" }

const beginningOf = (front: Uint8Array): string =>
  new TextDecoder().decode(front.subarray(0, 8_192))

type EmailIdsIn<R> = (front: Uint8Array) => Effect.Effect<ReadonlyArray<string>, SmtpReply, R>

type Limits = Pick<BounceLimits, "connections" | "shareOfTime" | "record">

interface Reading {
  /** Undefined if it came to addresses for unsubscribing alone. */
  readonly bounce: Bounce | undefined
  readonly isWish: boolean
  readonly millis: number
}

const read = ({ emailIds, front, hasSender, unsubscribeIds }: ReturnedMessage) =>
  Effect.promise(async () => {
    const begun = performance.now()
    const asks = unsubscribeIds.length > 0
    const wishes = asks && hasSender && (await isUnsubscribeMail(front))
    const bounce = asks && emailIds.length === 0 ? undefined : await readBounce(front)
    return { bounce, isWish: wishes, millis: performance.now() - begun }
  })

/**
 * Reads a message and records its reports; succeeds once they are on disk, and otherwise fails with
 * a reply that has the sender try again. What can't be understood is kept for people. Messages are
 * handled one at a time, with pauses that keep the share of the event loop's time: whoever got a
 * mail has an address that takes bounces, and could have this process read the worst of them all
 * day. What came to a role address is about a message only if it returns that message's return
 * path: its Message-ID is in each reply and forwarded mail.
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

    const recordReports = (
      { bounce, isWish: wishes }: Reading,
      { front, unsubscribeIds }: ReturnedMessage,
      emailIds: ReadonlyArray<string>
    ) => {
      const reports = [
        ...(bounce === undefined || emailIds.length === 0 ? [] : reportsOf(bounce, emailIds)),
        ...(wishes ? unsubscribeReports(unsubscribeIds) : [])
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

    return (message: ReturnedMessage) => {
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
        // In real time: this is about the event loop.
        (leave) =>
          Effect.sync(() => {
            setTimeout(leave, spent * (1 / shareOfTime - 1)).unref()
          })
      )
    }
  })

export type TokenRecipient = { readonly _tag: "ReturnPath" | "Unsubscribe"; readonly token: string }

export type ListenerRecipient = TokenRecipient | { readonly _tag: "Role" }

/** RFC 2142, at the return-path host alone; `fbl` is for feedback loops. */
const roles: ReadonlySet<string> = new Set(["fbl", "abuse"])
const postmaster = "postmaster"

const ofTenants = aliasName("return_path", "")

/**
 * Undefined if the listener takes no mail for the address. At the host, and at `bounce.` of any
 * domain, it takes `b+<token>` and `postmaster`, which RFC 5321 4.5.1 demands, also without a
 * domain; at the host also `u+<token>`, `abuse` and `fbl`. Whether the token is ours isn't checked.
 */
export const recipientOf = (address: string, host: string): ListenerRecipient | undefined => {
  const at = address.lastIndexOf("@")
  const local = (at === -1 ? address : address.slice(0, at)).toLowerCase()
  const domain = at === -1 ? host : toAsciiDomain(address.slice(at + 1).replace(/\.$/, ""))
  const isHost = domain === host
  if (domain === undefined || !(isHost || domain.startsWith(ofTenants))) return undefined
  if (local === postmaster || (isHost && roles.has(local))) return { _tag: "Role" }
  if (at !== -1 && isHost && local.startsWith(unsubscribePrefix))
    return { _tag: "Unsubscribe", token: local.slice(unsubscribePrefix.length) }
  return at !== -1 && local.startsWith(returnPathPrefix)
    ? { _tag: "ReturnPath", token: local.slice(returnPathPrefix.length) }
    : undefined
}
