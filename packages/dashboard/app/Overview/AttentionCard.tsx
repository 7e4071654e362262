import { useQuery } from "@tanstack/preact-query"
import { client } from "../Client/index.js"
import { Badge, Card, Time } from "../Parts/index.js"
import { Link } from "../Routing/index.js"
import { useMay } from "../Session/index.js"
import { type Attention, attentionOf } from "./attention.js"
import styles from "./overview.module.css"
import { refreshed } from "./refreshed.js"
import { useOverviewTexts } from "./useOverviewTexts.js"

/**
 * What is known of all that may need attention. What can't be read is left out here: its own page
 * says why.
 */
const useAttention = (): ReadonlyArray<Attention> => {
  const may = useMay()
  const delivery = useQuery({
    queryKey: ["analytics", "delivery", "24h"],
    queryFn: () => client.analytics.delivery("24h"),
    ...refreshed
  })
  const reputation = useQuery({
    queryKey: ["reputation"],
    queryFn: () => client.reputation.get(),
    ...refreshed
  })
  const domains = useQuery({
    queryKey: ["domains", "list"],
    queryFn: () => client.domains.list(),
    enabled: may("domain:read"),
    ...refreshed
  })
  const endpoints = useQuery({
    queryKey: ["webhooks", "list"],
    queryFn: () => client.webhookEndpoints.list(),
    enabled: may("webhook:read"),
    ...refreshed
  })
  return attentionOf({
    now: Date.now(),
    delivery: delivery.data,
    reputation: reputation.data,
    domains: domains.data?.domains,
    endpoints: endpoints.data?.data
  })
}

const useSentence = () => {
  const { items } = useOverviewTexts()
  return (item: Attention): string => {
    switch (item.kind) {
      case "paused":
        return items.paused(item)
      case "reputation":
        return items.reputation(item)
      case "queue":
        return items.queue
      case "smtp":
        return items.smtp
      case "domain":
        return items.domain(item)
      case "endpoint":
        return items.endpoint(item)
    }
  }
}

/** What needs attention, each with a link to its page. Nothing at all if all is well. */
export const AttentionCard = () => {
  const texts = useOverviewTexts()
  const sentence = useSentence()
  const found = useAttention()
  if (found.length === 0) return null
  return (
    <Card title={texts.attention} flush>
      <ul class={styles["attention"]}>
        {found.map((item) => (
          <li key={sentence(item)}>
            <Badge tone={item.tone}>
              {item.tone === "bad" ? texts.findingLevels.problem : texts.findingLevels.warning}
            </Badge>
            <span class={styles["said"]}>
              {sentence(item)}{" "}
              {"since" in item && item.since !== null ? (
                <span class="muted nowrap">
                  {texts.since} <Time at={item.since} />
                </span>
              ) : null}
            </span>
            {item.to !== undefined ? (
              <Link
                to={item.to}
                class="button button-small"
                aria-label={`${texts.open[item.kind]}: ${sentence(item)}`}
              >
                {texts.open[item.kind]}
              </Link>
            ) : null}
          </li>
        ))}
      </ul>
    </Card>
  )
}
