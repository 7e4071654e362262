import type { DisabledReason } from "@telemark/contract"
import type { WebhookSettlement } from "./WebhookAttempt.js"
import type { WebhookEndpointRecord } from "./WebhookEndpoint.js"

/** What attempts change, and the current URL. */
export type EndpointHealth = Pick<WebhookEndpointRecord, "id" | "url" | "failing_since">

export interface EndpointHealthChange extends Pick<WebhookEndpointRecord, "id" | "failing_since"> {
  readonly disabled_reason: DisabledReason | null
}

/**
 * Without an attempt for this long, an endpoint is idle. The longest wait between attempts is less
 * than half of it.
 */
export const idleAfter = 24 * 60 * 60 * 1000

/** Those that failed, and those known to be failing. */
export const endpointsToLookAt = (
  settlements: ReadonlyArray<WebhookSettlement>,
  known: ReadonlyArray<{ readonly endpoint_id: number; readonly failing_since: number | null }>
): ReadonlyArray<number> => [
  ...new Set([
    ...settlements.flatMap(({ attempt, outcome }) =>
      outcome === "failed" || outcome === "gone" ? [attempt.endpoint_id] : []
    ),
    ...known.flatMap(({ endpoint_id, failing_since }) =>
      failing_since === null ? [] : [endpoint_id]
    )
  ])
]

const byTime = (a: WebhookSettlement, b: WebhookSettlement): number =>
  a.attempt.created_at - b.attempt.created_at

const failingSince = (
  settlements: ReadonlyArray<WebhookSettlement>,
  before: number | null
): number | null => {
  let since = before
  for (const { attempt, outcome } of settlements)
    since = outcome === "taken" ? null : (since ?? attempt.created_at)
  return since
}

const changeOf = (
  { failing_since, id, url }: EndpointHealth,
  settlements: ReadonlyArray<WebhookSettlement>
): EndpointHealthChange => {
  const ordered = settlements
    .filter((one) => one.attempt.endpoint_id === id && one.outcome !== "ours" && one.url === url)
    .sort(byTime)
  const since = failingSince(ordered, failing_since)
  const limit = ordered.at(-1)?.failing_limit
  const isFailing = since !== null && limit !== undefined && since <= limit
  const isGone = ordered.some(({ outcome }) => outcome === "gone")
  return {
    id,
    failing_since: since,
    disabled_reason: isGone ? "gone" : isFailing ? "failing" : null
  }
}

/** Faults of our own say nothing of an endpoint, nor do outcomes of a URL that it no longer has. */
export const decideEndpointHealth = (
  endpoints: ReadonlyArray<EndpointHealth>,
  settlements: ReadonlyArray<WebhookSettlement>
): ReadonlyArray<EndpointHealthChange> =>
  endpoints.flatMap((endpoint) => {
    const change = changeOf(endpoint, settlements)
    return change.failing_since === endpoint.failing_since && change.disabled_reason === null
      ? []
      : [change]
  })

/**
 * An endpoint that was idle begins to fail anew: else one bad moment now and another weeks ago
 * would deactivate it. `wasTried`: those with an attempt within `idleAfter` before.
 */
export const unlessIdle = (
  changes: ReadonlyArray<EndpointHealthChange>,
  wasTried: ReadonlySet<number>,
  now: number
): ReadonlyArray<EndpointHealthChange> =>
  changes.map((change) =>
    change.disabled_reason === "failing" && !wasTried.has(change.id)
      ? { ...change, failing_since: now, disabled_reason: null }
      : change
  )
