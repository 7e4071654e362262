import { idempotencyMillis, type PreparedSend, type Replay } from "./EmailStore.js"

/** The first result for an Idempotency-Key and its time, in epoch milliseconds. */
export interface FirstUse extends Replay {
  readonly created_at: number
}

/** A unique text for each tenant's Idempotency-Key. */
export const idempotencyKey = (tenantId: string, key: string): string => `${tenantId} ${key}`

/** Whether a send with a used key gets the first result: for `idempotencyMillis` after it. */
export const isReplayed = (
  { created_at }: Pick<PreparedSend, "created_at">,
  firstUse: Pick<FirstUse, "created_at">
): boolean => created_at - firstUse.created_at < idempotencyMillis
