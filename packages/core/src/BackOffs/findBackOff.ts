import { splitAddress, type StorageError } from "@telemark/contract"
import { Clock, Effect } from "effect"
import type { EmailRecord } from "../Emails/index.js"
import type { SmtpConfigStore } from "../SmtpConfigs/index.js"
import { type BackOff, platformRoute } from "./BackOff.js"
import type { BackOffStore } from "./BackOffStore.js"

type Waiting = Pick<EmailRecord, "tenant_id" | "sender_email" | "status" | "scheduled_at" | "next_attempt_at">

/** Whether nothing is tried with a message that stands so before a back-off of its sender's ends. */
const waitsUntil = ({ next_attempt_at, scheduled_at, status }: Waiting, until: number): boolean => {
  if (status === "queued") return (scheduled_at ?? 0) <= until
  // Without a next attempt, it is the server that took it which goes on trying.
  return status === "deferred" && next_attempt_at !== null && next_attempt_at <= until
}

/** Finds what a message waits for, if its route backs off for it. Costs nothing for messages that don't wait. */
export type FindBackOff = (email: Waiting) => Effect.Effect<BackOff | undefined, StorageError>

export const makeFindBackOff = (store: typeof BackOffStore.Service, smtpConfigs: typeof SmtpConfigStore.Service): FindBackOff => (email) =>
  Effect.gen(function*() {
    if (!waitsUntil(email, Infinity)) return undefined
    const { sender_email, tenant_id } = email
    const sender_domain = splitAddress(sender_email)?.domain ?? ""
    const found = yield* store.ofSender({ tenant_id, sender_domain }, yield* Clock.currentTimeMillis)
    if (found.length === 0) return undefined
    const route = (yield* smtpConfigs.find(tenant_id))?.id ?? platformRoute
    return found.find((backOff) => backOff.route === route && waitsUntil(email, backOff.until))
  })

/** When the next attempt is due of a message that waits for this back-off. */
export const afterBackOff = ({ next_attempt_at }: Pick<EmailRecord, "next_attempt_at">, { until }: BackOff): number => Math.max(next_attempt_at ?? 0, until)

/** When the next attempt is due of a message that waits for this back-off, or for none. */
export const nextAttemptAt = (email: Pick<EmailRecord, "next_attempt_at">, backOff: BackOff | undefined): number | null =>
  backOff === undefined ? email.next_attempt_at : afterBackOff(email, backOff)
