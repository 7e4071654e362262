import type { StorageError } from "@telemark/contract"
import { Cause, Effect } from "effect"
import type { SecretUnreadable } from "../../accounts/secrets/secretErrors.js"
import type { Attachment } from "../../sending/attachments/Attachment.js"
import type { MessageBody } from "../../sending/emails/EmailStore.js"
import type { ClaimedMessage } from "../message/Message.js"
import type { OpenKeys } from "../message/openKeys.js"
import type { WithFiles } from "../message/withFiles.js"
import type { Wait } from "../routes/Wait.js"
import type { MessageRoute } from "../routes/routes.js"
import { DeliveryOutcome } from "../settlement/DeliveryOutcome.js"

export interface DeliveryFacts {
  readonly duration_ms?: number
  /** Some of its files are no longer stored, so it wasn't sent. */
  readonly lacksFiles?: boolean
}

interface DeliverMessageParts {
  readonly openKeys: OpenKeys
  readonly withFiles: WithFiles
}

type Trouble = SecretUnreadable | StorageError

/**
 * Delivers a message with its keys and files, or returns a `Wait` if there is no memory for them.
 * Never fails: our faults are outcomes, too.
 */
export const makeDeliverMessage =
  ({ openKeys, withFiles }: DeliverMessageParts) =>
  (
    message: ClaimedMessage,
    body: MessageBody,
    { ownRoute, provider, send }: MessageRoute,
    note: (facts: DeliveryFacts) => void
  ): Effect.Effect<DeliveryOutcome | Wait> => {
    /** `ambiguous`: whether the message may have been sent if there was a defect. */
    const orInternal =
      (ambiguous: boolean) =>
      (cause: Cause.Cause<Trouble>): Effect.Effect<DeliveryOutcome> => {
        const trouble = cause.reasons.find(Cause.isFailReason)?.error
        const internal = (isAmbiguous: boolean) =>
          DeliveryOutcome.Broken({
            provider,
            stage: "connect",
            reason: "internal",
            ambiguous: isAmbiguous
          })
        if (trouble !== undefined) {
          return Effect.as(
            Effect.logError("a message can't be delivered without its secrets and files", {
              email_id: message.id,
              reason: trouble.message
            }),
            internal(false)
          )
        }
        const died = cause.reasons.find(Cause.isDieReason)
        return died !== undefined
          ? Effect.as(
              Effect.logError("delivering a message failed unexpectedly", died.defect),
              internal(ambiguous)
            )
          : Effect.failCause(cause as Cause.Cause<never>)
      }

    // The clock starts after the files are read, so that waiting for them doesn't count.
    const deliver = (
      attachments: ReadonlyArray<Attachment> | undefined
    ): Effect.Effect<DeliveryOutcome> => {
      if (attachments === undefined) {
        note({ lacksFiles: true })
        return Effect.succeed(DeliveryOutcome.Unsendable({ provider, reason: "composition" }))
      }
      return Effect.clockWith((clock) => {
        const begun = clock.monotonicTimeNanosUnsafe()
        const outcome = Effect.flatMap(openKeys(message), (signing) =>
          send({ ...message, body, attachments, signing })
        )
        return Effect.map(Effect.catchCause(outcome, orInternal(true)), (known) => {
          note({ duration_ms: Math.round(Number(clock.monotonicTimeNanosUnsafe() - begun) / 1e6) })
          return known
        })
      })
    }

    return Effect.catchCause(withFiles({ body, ownRoute }, deliver), orInternal(false))
  }
