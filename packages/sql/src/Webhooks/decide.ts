import { type DisabledReason, type WebhookAttemptRecord, type WebhookEndpointRecord, type WebhookKey, type WebhookSettlement, webhookWaits } from "@telemark/core"
import { keyText } from "./keys.js"

/** How an endpoint stands, as far as attempts at it change that, and where it is now. */
export type Health = Pick<WebhookEndpointRecord, "id" | "url" | "failing_since">

/** What becomes of an endpoint. */
export interface HealthChange extends Pick<WebhookEndpointRecord, "id" | "failing_since"> {
  readonly disabled_reason: DisabledReason | null
}

/** What becomes of a row of the queue that isn't taken off. */
export interface Retry extends WebhookKey {
  readonly attempts: number
  readonly next_attempt_at: number
}

export const keyOf = ({ attempt: { endpoint_id, event_id } }: WebhookSettlement): WebhookKey => ({ endpoint_id, event_id })

const weight = ({ attempt, outcome }: WebhookSettlement): number =>
  outcome === "taken" ? 2 : outcome !== "ours" && attempt.next_attempt_at === null ? 1 : 0

/**
 * One settlement for each event and endpoint. A worker has two if it took its own event again after its lease had run
 * out: one that took it counts, else one that settles it, else the last.
 */
export const onceEach = (settlements: ReadonlyArray<WebhookSettlement>): ReadonlyArray<WebhookSettlement> => {
  const once = new Map<string, WebhookSettlement>()
  for (const settlement of settlements) {
    const key = keyText(keyOf(settlement))
    const other = once.get(key)
    if (other === undefined || weight(settlement) >= weight(other)) once.set(key, settlement)
  }
  return [...once.values()]
}

const soon = ({ created_at }: WebhookAttemptRecord): number => created_at + (webhookWaits[0] ?? 0)

/**
 * When a row is due again, and the attempts that are counted of it; null if it is taken off. `attempts` are those that it has
 * now: none if the event was owed anew during this attempt. `isElsewhere`: its endpoint has another URL by now.
 */
export const retryOf = (settlement: WebhookSettlement, attempts: number, isElsewhere: boolean): Retry | null => {
  const { attempt, outcome } = settlement
  const again = (next_attempt_at: number | null, counted = attempts): Retry =>
    ({ ...keyOf(settlement), attempts: counted, next_attempt_at: next_attempt_at ?? soon(attempt) })
  if (outcome === "taken") return null
  if (outcome === "ours") return again(attempt.next_attempt_at, Math.max(0, attempts - 1))
  // Who said that it is gone isn't the one to whom it is owed now.
  if (attempts === 0 || (outcome === "gone" && isElsewhere)) return again(null)
  return attempt.next_attempt_at === null ? null : again(attempt.next_attempt_at)
}

const byTime = (a: WebhookSettlement, b: WebhookSettlement): number => a.attempt.created_at - b.attempt.created_at

/** What attempts at one endpoint, in the order of time, come to: since when it has been failing. */
const failingSince = (settlements: ReadonlyArray<WebhookSettlement>, before: number | null): number | null => {
  let since = before
  for (const { attempt, outcome } of settlements) since = outcome === "taken" ? null : since ?? attempt.created_at
  return since
}

const changeOf = ({ failing_since, id, url }: Health, settlements: ReadonlyArray<WebhookSettlement>): HealthChange => {
  const ordered = settlements.filter((one) => one.attempt.endpoint_id === id && one.outcome !== "ours" && one.url === url).sort(byTime)
  const since = failingSince(ordered, failing_since)
  const limit = ordered.at(-1)?.failing_limit
  const isFailing = since !== null && limit !== undefined && since <= limit
  const isGone = ordered.some(({ outcome }) => outcome === "gone")
  return { id, failing_since: since, disabled_reason: isGone ? "gone" : isFailing ? "failing" : null }
}

/**
 * An endpoint that was left alone for longer than any wait between attempts hasn't been failing all the time: one bad moment now and
 * another some weeks ago would else be enough to make it inactive. It counts as failing since this moment.
 */
export const unlessLeftAlone = (
  changes: ReadonlyArray<HealthChange>,
  wasTried: ReadonlySet<number>,
  now: number
): ReadonlyArray<HealthChange> =>
  changes.map((change) =>
    change.disabled_reason === "failing" && !wasTried.has(change.id) ? { ...change, failing_since: now, disabled_reason: null } : change)

/**
 * What becomes of active endpoints; those that stay as they are are left out. Neither what was our own fault says anything of an
 * endpoint, nor what came of a URL that it doesn't have any more.
 */
export const healthChanges = (
  endpoints: ReadonlyArray<Health>,
  settlements: ReadonlyArray<WebhookSettlement>
): ReadonlyArray<HealthChange> =>
  endpoints.flatMap((endpoint) => {
    const change = changeOf(endpoint, settlements)
    return change.failing_since === endpoint.failing_since && change.disabled_reason === null ? [] : [change]
  })
