import {
  type CreatedWebhookEndpoint,
  CreateWebhookEndpoint,
  defaultRetentionPolicy,
  EventType,
  type WebhookAttemptList,
  type ReplayedWebhooks,
  ReplayWebhooks,
  type RotatedWebhookSecret,
  type TimelineEntry,
  type WebhookAttempt,
  webhookRetryDelays
} from "@telemark/core"
import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { webhookEventTypes } from "../src/index.js"
import { blocksIn, json, manual } from "./support/manual.js"
import { events, timeline } from "./support/story.js"

/** The members of an answer, all of them: the compiler knows. */
const members = <Answer>(all: Readonly<Record<keyof Answer, true>>) => Object.keys(all).sort()

const keysOf = (value: unknown): ReadonlyArray<string> => Object.keys(value as object).sort()

describe("the manual of webhooks", () => {
  it.each(events.map((event) => [event.type, event] as const))(
    "shows %s as it is posted",
    (type, event) => {
      expect(json(`"type": "${type}",\n  "created_at"`)).toEqual(event)
    }
  )

  it("shows and explains each kind of event once, and no others", () => {
    const shown = [...manual.matchAll(/^### (\S+)$/gm)].map(([, kind]) => kind)
    const explained = [...manual.matchAll(/^\| `(email\.\w+)` \|/gm)].map(([, kind]) => kind)
    expect(shown.sort()).toEqual([...EventType.literals].sort())
    expect(explained.sort()).toEqual([...webhookEventTypes].sort())
  })

  it("shows the timeline as it is answered", () => {
    expect(json('"summary"')).toEqual(timeline)
    expect(
      members<Omit<TimelineEntry, "link" | "user_agent" | "machine">>({
        id: true,
        type: true,
        created_at: true,
        message: true,
        attempt: true,
        smtp_provider: true,
        tls: true,
        duration_ms: true,
        smtp_response: true,
        error_message: true,
        verdict: true,
        ambiguous: true,
        next_attempt_at: true
      })
    ).toEqual(keysOf(timeline.data[0]))
  })

  it("shows other answers with all their members", () => {
    expect(keysOf(json('"url"'))).toEqual(
      members<CreatedWebhookEndpoint>({
        id: true,
        url: true,
        events: true,
        active: true,
        secret: true,
        warning: true,
        created_at: true
      })
    )
    expect(keysOf(json('"former_secret_until"'))).toEqual(
      members<RotatedWebhookSecret>({
        id: true,
        secret: true,
        former_secret_until: true,
        warning: true
      })
    )
    expect(keysOf(json('"next_since"'))).toEqual(
      members<ReplayedWebhooks>({ status: true, events: true, next_since: true })
    )
    const page = json('"status_code"') as WebhookAttemptList
    expect(keysOf(page)).toEqual(
      members<Omit<WebhookAttemptList, "warnings">>({ data: true, limit: true, offset: true })
    )
    expect(keysOf(page.data[0])).toEqual(
      members<WebhookAttempt>({
        id: true,
        event_id: true,
        type: true,
        attempt: true,
        status: true,
        status_code: true,
        duration_ms: true,
        response: true,
        error: true,
        next_attempt_at: true,
        created_at: true
      })
    )
  })

  it("asks with bodies that are taken", () => {
    const bodyOf = (path: string): unknown => {
      const command = blocksIn("sh").find((text) => text.includes(`${path} -H`))
      return JSON.parse(/-d '(.*)'/.exec(command ?? "")?.[1] ?? "")
    }
    Schema.decodeUnknownSync(CreateWebhookEndpoint)(bodyOf("/webhook-endpoints"))
    Schema.decodeUnknownSync(ReplayWebhooks)(bodyOf("/webhook-endpoints/7/replay"))
  })

  it("shows the retry schedule", () => {
    const units: Readonly<Record<string, number>> = { s: 1000, min: 60_000, h: 3_600_000 }
    const millis = (text: string) =>
      text
        .split(" ")
        .reduce(
          (sum, part, index, parts) =>
            index % 2 === 0 ? sum : sum + Number(parts[index - 1]) * (units[part] ?? NaN),
          0
        )
    const rows = [...manual.matchAll(/^\| (\d) \| (.+) \| (.+) \|$/gm)].map(
      ([, attempt, wait = "", since = ""]) => ({ attempt, wait, since })
    )
    expect(rows.map(({ attempt }) => attempt)).toEqual(["1", "2", "3", "4", "5", "6", "7", "8"])
    expect(rows.slice(1).map(({ wait }) => millis(wait))).toEqual(webhookRetryDelays)
    let sum = 0
    expect(rows.slice(1).map(({ since }) => millis(since))).toEqual(
      webhookRetryDelays.map((wait) => (sum += wait))
    )
  })

  it("says for how long things are kept", () => {
    const { deliveries, events: kept } = defaultRetentionPolicy
    const day = 24 * 60 * 60 * 1000
    expect(manual).toContain(
      `| attempts are listed for | ${String((deliveries ?? 0) / day)} days (`
    )
    expect(manual).toContain(`| events are kept for | ${String((kept ?? 0) / day)} days (`)
  })

  it("leads to headings and pages that are there", () => {
    const anchors = [...manual.matchAll(/^#+ (.+)$/gm)].map(
      ([, heading = ""]) =>
        `#${heading
          .toLowerCase()
          .replaceAll(/[^\w -]/g, "")
          .replaceAll(" ", "-")}`
    )
    const links = [...manual.matchAll(/\]\((#[^)]+)\)/g)].map(([, link]) => link)
    expect(links.length).toBeGreaterThan(15)
    for (const link of links) expect(anchors).toContain(link)
  })
})
