import type { ComponentChildren } from "preact"
import { useTexts } from "../Texts/index.js"

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

/** A message's status. */
export const StatusBadge = ({ status }: { readonly status: string }) => {
  const { statuses } = useTexts()
  return <Badge tone={tones[status] ?? "neutral"}>{statuses[status] ?? status}</Badge>
}
