import { idempotencyMillis, type PreparedSend, type Replay } from "./EmailStore.js"

/** What an Idempotency-Key was first answered with, and when, in epoch milliseconds. */
export interface FirstUse extends Replay {
  readonly created_at: number
}

/** Names a tenant's Idempotency-Key among others. */
export const idempotencyKey = (tenantId: string, key: string): string => `${tenantId} ${key}`

/** Whether a send whose key has been used before is answered as then: for 24 h, as `idempotencyMillis` says. */
export const isReplayed = ({ created_at }: Pick<PreparedSend, "created_at">, firstUse: Pick<FirstUse, "created_at">): boolean =>
  created_at - firstUse.created_at < idempotencyMillis
