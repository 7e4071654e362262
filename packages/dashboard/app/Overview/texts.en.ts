import type { Attention } from "./attention.js"

type Of<Kind extends Attention["kind"]> = Extract<Attention, { readonly kind: Kind }>

export const en = {
  period: "Period",
  periods: { "24h": "24 hours", "7d": "7 days", "30d": "30 days", "90d": "90 days" },
  figures: {
    sent: "Total sent",
    delivered: "Delivered",
    bounced: "Bounced",
    complained: "Spam reports",
    failed: "Failed",
    opened: "Opened",
    clicked: "Clicked",
    unsubscribed: "Unsubscribed"
  },
  hints: {
    sent: "",
    delivered: "Nothing reported yet",
    bounced: "",
    complained: "",
    failed: ""
  },
  ofLimit: (rate: string, limit: string) => `${rate} of total sent, limit ${limit}`,
  ofSent: (rate: string) => `${rate} of total sent`,
  ofAll: (rate: string) => `${rate} of all attempted`,
  comparison: "Compared with the period before",
  points: (value: string) => `${value} pts`,
  definition:
    "Total sent: delivered, bounced, or taken by a mail server with no report since. Changes are against the period before.",
  monthly: (share: string, limit: string) => `${share} of this month's ${limit}`,
  engagement: "Engagement",
  engagementHint: "Each message counts once. Opens and clicks by programs aren't counted.",
  chartTitle: "Mail over time",
  chart: "Mail over time. Arrow keys read one bar after the other.",
  layers: {
    delivered: "Delivered",
    unreported: "Sent, no report",
    bounced: "Bounced",
    failed: "Failed"
  },
  rate: { hour: "Bounce rate, 24 hours", day: "Bounce rate, 7 days" },
  tooEarly: {
    hour: "All mail so far is from the same hour",
    day: "All mail so far is from the same day"
  },
  tooEarlyHint: "The chart appears once there is more to compare.",
  showNumbers: "Show numbers",
  numbers: "Mail over time, in numbers",
  noMail: "No mail in this period.",
  hour: "Hour",
  day: "Day (UTC)",
  queue: "Queue",
  queued: "Queued",
  sending: "Sending",
  deferred: "Waiting to retry",
  scheduled: "Scheduled",
  oldest: "Oldest due",
  nothingDue: "none",
  timeToSend: "Time to send",
  timeToSendOf: (count: string) => `of ${count} messages`,
  p50: "Median",
  p95: "95th percentile",
  reputation: "Reputation",
  windows: { hour: "Last hour", day: "24 hours", week: "7 days" },
  window: "Period",
  bounceRate: "Hard bounces",
  complaintRate: "Spam reports",
  level: "State",
  levels: { ok: "OK", warn: "Warning", pause: "Over limit" },
  measures: { bounces: "hard bounces", complaints: "spam reports" },
  tooFew: (least: string) => `Under ${least} sent: not judged`,
  above: (limit: string, measure: string, fewerThan: string | null) =>
    fewerThan === null
      ? `Above ${limit} ${measure}`
      : `Above ${limit}, but fewer than ${fewerThan} ${measure}`,
  reputationNote: (bounces: readonly [string, string], complaints: readonly [string, string]) =>
    `Hard bounces: the address or its domain takes no mail. Warning above ${bounces[0]} hard bounces or ${complaints[0]} spam reports of total sent; limit ${bounces[1]} or ${complaints[1]}.`,
  attention: "Needs attention",
  open: {
    paused: "View messages",
    reputation: "View bounces",
    queue: "View queue",
    smtp: "Check server",
    domain: "View records",
    endpoint: "View deliveries",
    finding: "Open"
  },
  items: {
    paused: ({ reason }: Of<"paused">) =>
      ({
        complaints: "Sending is paused: too many recipients reported your mail as spam.",
        bounces: "Sending is paused: too many addresses don't exist.",
        operator: "Sending is paused by the operator."
      })[reason],
    reputation: ({ domain, tone }: Of<"reputation">) =>
      tone === "bad"
        ? `${domain ?? "Your mail"}: hard bounces or spam reports are over the limit.`
        : `${domain ?? "Your mail"}: hard bounces or spam reports are close to the limit.`,
    queue: "Mail is waiting longer than it should.",
    smtp: "Your SMTP server refuses the login, so mail waits.",
    domain: ({ domain, missing, tone }: Of<"domain">) =>
      tone === "bad"
        ? `${domain} isn't ready to send: ${missing.join(", ")} missing.`
        : `${domain} can send, but ${missing.join(" and ")} is missing.`,
    endpoint: ({ reason, url }: Of<"endpoint">) =>
      ({
        gone: `${url} answered 410 (Gone) and gets no more events.`,
        failing: `${url} failed for five days, and gets no more events.`,
        retrying: `${url} fails. Its events are retried.`
      })[reason]
  },
  since: "since",
  diagnosis: "Deployment",
  nothingElse: "No issues found.",
  checkedAt: "Checked",
  showFine: (count: string) => `${count} checks passed`,
  findingLevels: { ok: "OK", warning: "Warning", problem: "Error" },
  first: {
    title: "Send your first email",
    text: "Create an API key, then run:",
    shell: "Shell",
    node: "Node.js",
    language: "Examples",
    key: "Create an API key",
    domain: "Add your domain",
    domainText: "So that your mail is signed.",
    template: "Create a template",
    templateText: "Change texts without a release.",
    keyText: "One for each application."
  }
}

export type OverviewTexts = typeof en
