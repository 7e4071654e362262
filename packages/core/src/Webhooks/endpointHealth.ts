import type { DisabledReason, UpdateWebhookEndpoint } from "@telemark/contract"
import type { WebhookSettlement } from "./attempt.js"
import type { WebhookEndpointRecord } from "./WebhookEndpoint.js"

/** How an endpoint stands, as far as attempts at it change that, and where it is now. */
export type EndpointHealth = Pick<WebhookEndpointRecord, "id" | "url" | "failing_since">

/** What becomes of an endpoint. */
export interface EndpointHealthChange extends Pick<WebhookEndpointRecord, "id" | "failing_since"> {
  /** Why it is made inactive; null if it isn't. */
  readonly disabled_reason: DisabledReason | null
}

/** An endpoint at which no attempt was made for so long was left alone, in milliseconds. The longest wait between two attempts is less than half of it. */
export const leftAloneAfter = 24 * 60 * 60 * 1000

/** The endpoints whose health these settlements may change: those that failed, and those that are known to have been failing until now. */
export const endpointsToLookAt = (
  settlements: ReadonlyArray<WebhookSettlement>,
  known: ReadonlyArray<{ readonly endpoint_id: number; readonly failing_since: number | null }>
): ReadonlyArray<number> => [
  ...new Set([
    ...settlements.flatMap(({ attempt, outcome }) => outcome === "failed" || outcome === "gone" ? [attempt.endpoint_id] : []),
    ...known.flatMap(({ endpoint_id, failing_since }) => failing_since === null ? [] : [endpoint_id])
  ])
]

const byTime = (a: WebhookSettlement, b: WebhookSettlement): number => a.attempt.created_at - b.attempt.created_at

/** What attempts at one endpoint, in the order of time, come to: since when it has been failing. */
const failingSince = (settlements: ReadonlyArray<WebhookSettlement>, before: number | null): number | null => {
  let since = before
  for (const { attempt, outcome } of settlements) since = outcome === "taken" ? null : since ?? attempt.created_at
  return since
}

const changeOf = ({ failing_since, id, url }: EndpointHealth, settlements: ReadonlyArray<WebhookSettlement>): EndpointHealthChange => {
  const ordered = settlements.filter((one) => one.attempt.endpoint_id === id && one.outcome !== "ours" && one.url === url).sort(byTime)
  const since = failingSince(ordered, failing_since)
  const limit = ordered.at(-1)?.failing_limit
  const isFailing = since !== null && limit !== undefined && since <= limit
  const isGone = ordered.some(({ outcome }) => outcome === "gone")
  return { id, failing_since: since, disabled_reason: isGone ? "gone" : isFailing ? "failing" : null }
}

/**
 * What becomes of active endpoints; those that stay as they are are left out. Neither what was our own fault says anything of an
 * endpoint, nor what came of a URL that it doesn't have any more.
 */
export const decideEndpointHealth = (
  endpoints: ReadonlyArray<EndpointHealth>,
  settlements: ReadonlyArray<WebhookSettlement>
): ReadonlyArray<EndpointHealthChange> =>
  endpoints.flatMap((endpoint) => {
    const change = changeOf(endpoint, settlements)
    return change.failing_since === endpoint.failing_since && change.disabled_reason === null ? [] : [change]
  })

/**
 * An endpoint that was left alone for longer than any wait between attempts hasn't been failing all the time: one bad moment now and
 * another some weeks ago would else be enough to make it inactive. It counts as failing since this moment. `wasTried`: those at which
 * an attempt was made within `leftAloneAfter` before.
 */
export const unlessLeftAlone = (
  changes: ReadonlyArray<EndpointHealthChange>,
  wasTried: ReadonlySet<number>,
  now: number
): ReadonlyArray<EndpointHealthChange> =>
  changes.map((change) =>
    change.disabled_reason === "failing" && !wasTried.has(change.id) ? { ...change, failing_since: now, disabled_reason: null } : change)

/** Whether an endpoint's health isn't known any more once it is changed so: it has another URL from now on, or is made active. */
export const forgetsHealth = (former: Pick<WebhookEndpointRecord, "url">, { active, url }: Pick<UpdateWebhookEndpoint, "active" | "url">): boolean =>
  active === true || (url !== undefined && url !== former.url)
