import type { EmailStatus } from "@telemark/client"
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

const statusTones: Readonly<Record<EmailStatus, Tone>> = {
  queued: "info",
  sending: "info",
  sent: "good",
  delivered: "good",
  deferred: "warn",
  bounced: "bad",
  complained: "bad",
  failed: "bad"
}

/** The statuses of a message, in the order of its life. */
export const statuses = Object.keys(statusTones) as ReadonlyArray<EmailStatus>

const tones: Readonly<Record<string, Tone>> = {
  ...statusTones,
  scheduled: "info",
  processing: "info",
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
  const texts = useTexts()
  return (
    <Badge tone={tones[status] ?? "neutral"}>
      {texts.statuses[status] ?? status}
      {at === undefined ? null : <Time at={at} />}
    </Badge>
  )
}
