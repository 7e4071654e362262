import type { ComponentChildren } from "preact"
import { useTexts } from "../Texts/index.js"
import { Time } from "./Time.js"

export type Tone = "good" | "warn" | "bad" | "info" | "neutral"

export const Badge = ({
  children,
  tone = "neutral"
}: {
  readonly children: ComponentChildren
  readonly tone?: Tone
}) => <span class={tone === "neutral" ? "badge" : `badge badge-${tone}`}>{children}</span>

const tones: Readonly<Record<string, Tone>> = {
  queued: "info",
  sending: "info",
  scheduled: "info",
  processing: "info",
  deferred: "warn",
  sent: "good",
  delivered: "good",
  failed: "bad",
  bounced: "bad",
  complained: "bad",
  cancelled: "neutral"
}

/** A message's status, and when it comes to it. */
export const StatusBadge = ({
  at,
  status
}: {
  readonly status: string
  readonly at?: string | null
}) => {
  const { statuses } = useTexts()
  return (
    <Badge tone={tones[status] ?? "neutral"}>
      {statuses[status] ?? status}
      {at === undefined ? null : <Time at={at} />}
    </Badge>
  )
}
