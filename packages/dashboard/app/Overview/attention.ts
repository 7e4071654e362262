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
      /** Absent if a person paused it: no page says more. */
      readonly to?: string
    }
  | {
      readonly kind: "reputation"
      readonly tone: "warn" | "bad"
      /** Null if no domain alone exceeds a limit, but all of them together do. */
      readonly domain: string | null
      readonly to: string
    }
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

/** The bounced mail of a domain, newest first. */
const troubledMail = (domain: string | null): string =>
  `/messages?status=bounced${domain === null ? "" : `&sender_domain=${encodeURIComponent(domain)}`}`

const ofPause = ({ reason, since }: NonNullable<ReputationSummary["paused"]>): Attention => ({
  kind: "paused",
  tone: "bad",
  reason,
  since,
  ...(reason === "operator"
    ? {}
    : { to: `/messages?status=${reason === "bounces" ? "bounced" : "complained"}` })
})

const ofReputation = ({ reputation }: Known): ReadonlyArray<Attention> => {
  if (reputation === undefined) return []
  const { domains, level, paused } = reputation
  const judged = domains.some((one) => one.level !== "ok") ? domains : [{ domain: null, level }]
  return [
    ...(paused === null ? [] : [ofPause(paused)]),
    ...judged.flatMap((one) =>
      one.level === "ok"
        ? []
        : [
            {
              kind: "reputation",
              tone: one.level === "pause" ? "bad" : "warn",
              domain: one.domain,
              to: troubledMail(one.domain)
            } as const
          ]
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
