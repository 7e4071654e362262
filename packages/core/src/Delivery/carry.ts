import { Duration, Effect } from "effect"
import type { MessageBody } from "../Emails/index.js"
import type { StorageError } from "../Storage/index.js"
import type { SecretUnreadable } from "../Secrets/index.js"
import type { WithFiles } from "./files.js"
import { HandOver } from "./HandOver.js"
import type { Wait } from "./Wait.js"
import type { ClaimedMessage } from "./Message.js"
import type { MessageRoute } from "./routes.js"
import type { OpenKeys } from "./signing.js"

/** What is known of a hand-over beside its outcome, once it was made. */
export interface Carried {
  /** How long it took, in whole milliseconds; absent if no hop was asked. */
  readonly duration_ms?: number
  /** Some of its files are no longer stored: it wasn't handed over. */
  readonly lacksFiles?: boolean
}

interface CarryParts {
  readonly openKeys: OpenKeys
  readonly withFiles: WithFiles
}

/** Hands a message over with its keys and files, or finds no room for them. It never fails: what we can't do ourselves is an outcome, too. */
export const makeCarry = ({ openKeys, withFiles }: CarryParts) =>
  (message: ClaimedMessage, body: MessageBody, { ownWay, provider, send }: MessageRoute, note: (carried: Carried) => void): Effect.Effect<HandOver | Wait> => {
    const internal = (ambiguous: boolean) => HandOver.Broken({ provider, stage: "connect", reason: "internal", ambiguous })
    const orInternal = (ambiguous: boolean) =>
      <A>(handOver: Effect.Effect<A, SecretUnreadable | StorageError>): Effect.Effect<A | HandOver> =>
      handOver.pipe(
        Effect.catchAll((error) =>
          Effect.as(
            Effect.logError("a message can't be handed over without its secrets and files", { email_id: message.id, reason: error.message }),
            internal(false)
          )),
        Effect.catchAllDefect((defect) => Effect.as(Effect.logError("handing over a message failed unexpectedly", defect), internal(ambiguous)))
      )

    return orInternal(false)(withFiles({ body, ownWay }, (attachments): Effect.Effect<HandOver> => {
      if (attachments === undefined) {
        note({ lacksFiles: true })
        return Effect.succeed(HandOver.Unsendable({ provider, reason: "composition" }))
      }
      const handOver = orInternal(true)(Effect.flatMap(openKeys(message), (signing) => send({ ...message, body, attachments, signing })))
      // With the files at hand, so that waiting for them doesn't count.
      return Effect.map(Effect.timed(handOver), ([duration, outcome]) => {
        note({ duration_ms: Math.round(Duration.toMillis(duration)) })
        return outcome
      })
    }))
  }
