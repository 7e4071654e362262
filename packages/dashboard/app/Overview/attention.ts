import type {
  DeliveryFigures,
  DomainList,
  ReputationSummary,
  WebhookEndpointList
} from "@telemark/client"

/** What somebody should look at, the most urgent first. `to` is the page that shows it. */
export type Attention =
  | {
      readonly kind: "paused"
      readonly tone: "bad"
      readonly reason: "complaints" | "bounces" | "operator"
      readonly since: string
    }
  | { readonly kind: "reputation"; readonly tone: "warn" | "bad"; readonly domain: string }
  | {
      readonly kind: "queue"
      readonly tone: "warn" | "bad"
      readonly since: string
      readonly to: string
    }
  | { readonly kind: "smtp"; readonly tone: "bad"; readonly to: string }
  | {
      readonly kind: "domain"
      readonly tone: "warn" | "bad"
      readonly domain: string
      readonly missing: ReadonlyArray<string>
      readonly to: string
    }
  | {
      readonly kind: "endpoint"
      readonly tone: "warn" | "bad"
      readonly url: string
      readonly reason: "gone" | "failing" | "retrying"
      readonly since: string | null
      readonly to: string
    }

/** What is known; what the person may not see is absent. */
interface Known {
  readonly now: number
  readonly delivery?: Pick<DeliveryFigures, "oldest_due_at" | "own_server"> | undefined
  readonly domains?: DomainList["domains"] | undefined
  readonly endpoints?: WebhookEndpointList["data"] | undefined
  readonly reputation?: Pick<ReputationSummary, "level" | "paused" | "domains"> | undefined
}

const minute = 60_000
/** Due mail that waits for so long is late: a worker takes it within a second. */
const late = { warn: 2 * minute, bad: 15 * minute }

const ofQueue = ({ delivery, now }: Known): ReadonlyArray<Attention> => {
  const since = delivery?.oldest_due_at ?? null
  const waited = since === null ? 0 : now - Date.parse(since)
  return since === null || waited < late.warn
    ? []
    : [
        {
          kind: "queue",
          tone: waited < late.bad ? "warn" : "bad",
          since,
          to: "/messages?status=queued"
        }
      ]
}

const ofReputation = ({ reputation }: Known): ReadonlyArray<Attention> => {
  if (reputation === undefined) return []
  const { domains, paused } = reputation
  return [
    ...(paused === null
      ? []
      : [{ kind: "paused", tone: "bad", reason: paused.reason, since: paused.since } as const]),
    ...domains.flatMap(({ domain, level }) =>
      level === "ok"
        ? []
        : [{ kind: "reputation", tone: level === "pause" ? "bad" : "warn", domain } as const]
    )
  ]
}

const ofDomains = ({ domains = [] }: Known): ReadonlyArray<Attention> =>
  domains.flatMap((one) => {
    const missing = [
      ...(one.spf_verified ? [] : ["SPF"]),
      ...(one.dkim_verified ? [] : ["DKIM"]),
      ...(one.dmarc_verified ? [] : ["DMARC"]),
      ...(one.return_path_verified === false ? ["Return-Path"] : [])
    ]
    const isReady = one.spf_verified && one.dkim_verified
    return missing.length === 0
      ? []
      : [
          {
            kind: "domain",
            tone: isReady ? "warn" : "bad",
            domain: one.domain,
            missing,
            to: `/domains/${encodeURIComponent(one.domain)}`
          } as const
        ]
  })

const ofEndpoints = ({ endpoints = [] }: Known): ReadonlyArray<Attention> =>
  endpoints.flatMap(({ disabled_reason, failing_since, id, url }): ReadonlyArray<Attention> => {
    const to = `/webhooks/${String(id)}`
    if (disabled_reason !== null)
      return [{ kind: "endpoint", tone: "bad", url, reason: disabled_reason, since: null, to }]
    return failing_since === null
      ? []
      : [{ kind: "endpoint", tone: "warn", url, reason: "retrying", since: failing_since, to }]
  })

const rank = { bad: 0, warn: 1 } as const

/** What somebody should look at. */
export const attentionOf = (known: Known): ReadonlyArray<Attention> => {
  const found: ReadonlyArray<Attention> = [
    ...ofReputation(known),
    ...(known.delivery?.own_server === "refused"
      ? [{ kind: "smtp", tone: "bad", to: "/smtp" } as const]
      : []),
    ...ofQueue(known),
    ...ofDomains(known),
    ...ofEndpoints(known)
  ]
  return [...found].sort((a, b) => rank[a.tone] - rank[b.tone])
}
