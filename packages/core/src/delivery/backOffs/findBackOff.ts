import { splitAddress, type StorageError } from "@telemark/contract"
import { Clock, Effect } from "effect"
import type { EmailRecord } from "../../sending/emails/Email.js"
import type { FindSmtpConfig } from "../../sending/smtpConfigs/smtpConfigTable.js"
import { type BackOff, platformRoute } from "./BackOff.js"
import type { BackOffStore } from "./BackOffStore.js"

type Waiting = Pick<
  EmailRecord,
  "tenant_id" | "sender_email" | "status" | "scheduled_at" | "next_attempt_at"
>

/** Whether the message has no attempt due before `until`. */
const waitsUntil = ({ next_attempt_at, scheduled_at, status }: Waiting, until: number): boolean => {
  if (status === "queued") return (scheduled_at ?? 0) <= until
  // A deferred message without a next attempt was accepted: the server that took it retries.
  return status === "deferred" && next_attempt_at !== null && next_attempt_at <= until
}

/**
 * Finds the back-off that a message waits for, if any. No query for a message that isn't waiting.
 */
export type FindBackOff = (email: Waiting) => Effect.Effect<BackOff | undefined, StorageError>

export const makeFindBackOff =
  (store: typeof BackOffStore.Service, findSmtpConfig: FindSmtpConfig): FindBackOff =>
  (email) =>
    Effect.gen(function* () {
      if (!waitsUntil(email, Infinity)) return undefined
      const { sender_email, tenant_id } = email
      const sender_domain = splitAddress(sender_email)?.domain ?? ""
      const found = yield* store.ofSender(
        { tenant_id, sender_domain },
        yield* Clock.currentTimeMillis
      )
      if (found.length === 0) return undefined
      const route = (yield* findSmtpConfig(tenant_id))?.id ?? platformRoute
      return found.find((backOff) => backOff.route === route && waitsUntil(email, backOff.until))
    })

/** When the next attempt is due for a message that waits for this back-off. */
export const afterBackOff = (
  { next_attempt_at }: Pick<EmailRecord, "next_attempt_at">,
  { until }: BackOff
): number => Math.max(next_attempt_at ?? 0, until)

/** When the next attempt is due for a message with or without a back-off. */
export const nextAttemptAt = (
  email: Pick<EmailRecord, "next_attempt_at">,
  backOff: BackOff | undefined
): number | null => (backOff === undefined ? email.next_attempt_at : afterBackOff(email, backOff))
