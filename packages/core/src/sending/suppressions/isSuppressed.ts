import { addressKey } from "./addressKey.js"

/** What a suppression has to match to block a message. */
export interface SuppressionSubject {
  readonly tenant_id: string
  /** The recipient's address, folded. */
  readonly folded: string
  /** Null if the message has none. */
  readonly topic: string | null
}

/**
 * The suppressions that would block a message, each as what it is stored under: of the whole
 * address (null) or of the message's topic.
 */
export const blockedBy = ({
  folded,
  tenant_id,
  topic
}: SuppressionSubject): ReadonlyArray<SuppressionSubject> => {
  const whole = { tenant_id, folded, topic: null }
  return topic === null ? [whole] : [whole, { tenant_id, folded, topic }]
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
