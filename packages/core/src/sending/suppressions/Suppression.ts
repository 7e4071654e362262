import { type Suppression, type SuppressionCheck, timestamp } from "@telemark/contract"

/** Of an address, or of one topic's mail to it. `folded` and `topic` are its key. */
export interface SuppressionRecord {
  readonly tenant_id: string
  readonly folded: string
  readonly email_address: string
  readonly reason: string
  readonly added_at: number
  /** Null: all mail to the address. */
  readonly topic: string | null
}

/** What a suppression has to match to block a message; `topic` is null if the message has none. */
export type SuppressionSubject = Pick<SuppressionRecord, "tenant_id" | "folded" | "topic">

/**
 * A unique text for each folded address of a tenant or, with a topic, for the address and the
 * topic. No part can contain a blank.
 */
export const addressKey = (tenantId: string, folded: string, topic: string | null = null): string =>
  topic === null ? `${tenantId} ${folded}` : `${tenantId} ${folded} ${topic}`

/**
 * The suppressions that would block a message, each as what it is stored under: of the whole
 * address (null) or of the message's topic.
 */
export const blockedBy = (subject: SuppressionSubject): ReadonlyArray<SuppressionSubject> => {
  const whole = { ...subject, topic: null }
  return subject.topic === null ? [whole] : [whole, subject]
}

/**
 * Whether a message is blocked. `suppressed`: by `addressKey`, at least those of `blockedBy` that
 * exist.
 */
export const isSuppressed = (
  suppressed: ReadonlySet<string>,
  { folded, tenant_id, topic }: SuppressionSubject
): boolean =>
  suppressed.has(addressKey(tenant_id, folded)) ||
  (topic !== null && suppressed.has(addressKey(tenant_id, folded, topic)))

export const viewOfSuppression = ({
  added_at,
  email_address,
  reason,
  topic
}: SuppressionRecord): Suppression => ({
  email_address,
  reason,
  added_at: timestamp(added_at),
  topic
})

export const checkOf = (found: ReadonlyArray<SuppressionRecord>): SuppressionCheck => {
  const whole = found.find(({ topic }) => topic === null)
  const topics = found.flatMap(({ added_at, reason, topic }) =>
    topic === null ? [] : [{ topic, reason, since: timestamp(added_at) }]
  )
  return whole === undefined
    ? { suppressed: false, reason: "", since: "", topics }
    : { suppressed: true, reason: whole.reason, since: timestamp(whole.added_at), topics }
}
