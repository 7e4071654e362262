import {
  type KeptMembers,
  type Mailbox,
  MonthlyLimitExceeded,
  secondsToNextMonth,
  type SendResult,
  StorageError,
  ValidationFailed
} from "@telemark/contract"
import { Effect } from "effect"
import type { Attachment, MessageBody } from "../../delivery/message/Message.js"
import { unknownTopic } from "../topics/Topic.js"

interface Recipient extends Mailbox {
  readonly id: string
  readonly folded: string
  /** What a suppression of it stands under if it was erased; absent if its tenant erased nobody. */
  readonly pseudonym?: string
}

/** A send that passed every check but those that depend on stored data: see `decideSends`. */
export interface PreparedSend extends KeptMembers {
  readonly tenant_id: string
  readonly created_at: number
  readonly sender: Mailbox
  /**
   * `any`: no other tenant may own the sender's domain; `verified`: this tenant must own it;
   * `trusted`: no check, the operator chose it.
   */
  readonly sender_policy: "any" | "verified" | "trusted"
  readonly subject: string
  readonly template_id: string | null
  readonly template_version: number | null
  readonly body: MessageBody
  readonly attachments: ReadonlyArray<Attachment>
  /** When it is to be sent, in epoch milliseconds; null: at once. */
  readonly scheduled_at: number | null
  /**
   * One for each distinct recipient in To, Cc and Bcc. `folded` is the address's key for
   * suppressions; `name` is used in the mail only.
   */
  readonly recipients: ReadonlyArray<Recipient>
  readonly warnings: ReadonlyArray<string>
  /**
   * A warning for unsigned mail: the tenant has neither a verified key for the sender's domain nor
   * its own server, which may sign. Null: none.
   */
  readonly unsigned_warning: string | null
  readonly idempotency: { readonly key: string; readonly body_digest: string } | null
  /** Recipients that the tenant may queue in the month of `created_at`; null if unlimited. */
  readonly monthly_limit: number | null
  /** As the tenant has it: see `makePseudonyms`. */
  readonly erasure_key?: string
  /** The span in which it was accepted, if traces go somewhere. */
  readonly traceparent?: string | undefined
  /** The row that asked for it, which is decided in the same transaction; by default there is none. */
  readonly sqlSend?: SqlSendLease | undefined
}

/** A send that was inserted by SQL, as a worker has leased it. */
export interface SqlSendLease {
  readonly id: string
  /** Until when; another worker's lease of it ends later. */
  readonly due_at: number
}

export type AcceptOutcome =
  /**
   * `isTaken`: a worker of this process has taken everything that was queued, so none need be
   * woken.
   */
  | { readonly _tag: "Accepted"; readonly result: SendResult; readonly isTaken?: true }
  /**
   * The key was used in the last 24 h: the first result, and the digest of the body of that send.
   */
  | { readonly _tag: "Replayed"; readonly result: SendResult; readonly body_digest: string }
  /**
   * Another tenant owns the sender's domain, or this one doesn't. Nothing was written, and the key
   * isn't used up.
   */
  | { readonly _tag: "SenderRefused"; readonly reason: "owned_by_another" | "not_verified" }
  /** The tenant has no topic of that id. Nothing was written, and the key isn't used up. */
  | { readonly _tag: "UnknownTopic" }
  /**
   * The whole request doesn't fit into the rest of the month's quota. Nothing was written, and the
   * key isn't used up.
   */
  | { readonly _tag: "QuotaExceeded" }
  /**
   * Its tenant has erased somebody since it was read: the key, without which recipients can't be
   * looked up. Nothing was written.
   */
  | { readonly _tag: "ErasedMeanwhile"; readonly erasure_key: string }
  /** Another worker has leased the row that asked for it. Nothing was written. */
  | { readonly _tag: "LeaseLost" }

/** And the digest of the body of that send. */
export interface Replay {
  readonly result: SendResult
  readonly body_digest: string
}

/** Milliseconds. */
export const idempotencyMillis = 24 * 60 * 60 * 1000

const differs =
  "The Idempotency-Key was used before with another body. This is the result of that send; nothing of this body was sent."

const senderRefused = {
  owned_by_another: "is of a domain that another account has verified",
  not_verified:
    "must be of a domain that this account has verified; add it to the sending domains and verify it"
} as const

const leaseLost = new StorageError({
  reason: "unavailable",
  cause: new Error("another worker has taken the send, since this one's lease had ended")
})

/** The result of a send that repeats an earlier one; `digest` is that of its body. */
export const replayOf = (
  { body_digest, result }: Replay,
  digest: string | undefined
): SendResult => ({
  ...result,
  idempotent_replay: true,
  ...(body_digest === digest ? {} : { warning: differs })
})

/** What a caller is answered; `digest` is that of its body. */
export const answerOf = (
  outcome: AcceptOutcome,
  digest: string | undefined,
  now: number
): Effect.Effect<SendResult, ValidationFailed | MonthlyLimitExceeded | StorageError> => {
  switch (outcome._tag) {
    case "Accepted":
      return Effect.succeed(outcome.result)
    case "Replayed":
      return Effect.succeed(replayOf(outcome, digest))
    case "ErasedMeanwhile":
    case "LeaseLost":
      return leaseLost
    case "SenderRefused":
      return ValidationFailed.at("from", senderRefused[outcome.reason])
    case "UnknownTopic":
      return unknownTopic()
    case "QuotaExceeded":
      return new MonthlyLimitExceeded({ retryAfterSeconds: secondsToNextMonth(now) })
  }
}
