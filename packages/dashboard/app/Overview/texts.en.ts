import type { Attention } from "./attention.js"

type Of<Kind extends Attention["kind"]> = Extract<Attention, { readonly kind: Kind }>

export const en = {
  period: "Period",
  periods: { "24h": "24 hours", "7d": "7 days", "30d": "30 days", "90d": "90 days" },
  intro: "How your mail fares, by when it was accepted. It is refreshed every 30 seconds.",
  figures: {
    sent: "Sent",
    delivered: "Delivered",
    bounced: "Bounced",
    complained: "Spam reports",
    failed: "Failed",
    opened: "Opened",
    clicked: "Clicked",
    unsubscribed: "Unsubscribed"
  },
  hints: {
    sent: "A server took them, or refused them for good.",
    delivered: "No delivery was reported. Most servers don't report.",
    bounced: "Nothing was sent.",
    complained: "Nothing was sent.",
    failed: "Not handed over to any server."
  },
  ofLimit: (rate: string, limit: string) => `${rate} of what was sent; keep it below ${limit}`,
  ofSent: (rate: string) => `${rate} of what was sent`,
  ofAll: (rate: string) => `${rate} of what was tried`,
  monthly: (share: string, limit: string) => `${share} of this month's ${limit}`,
  engagement: "By readers",
  engagementHint:
    "Messages that people opened, clicked or unsubscribed by; what programs do isn't counted.",
  chartTitle: "Mail over time",
  chart: "Mail over time. Arrow keys read one bar after the other.",
  layers: { delivered: "Delivered", accepted: "Accepted", bounced: "Bounced", failed: "Failed" },
  showNumbers: "Show the numbers",
  numbers: "Mail over time, in numbers",
  noMail: "No mail in this period.",
  hour: "Hour",
  day: "Day (UTC)",
  queue: "Queue",
  queued: "Waiting for their first attempt",
  sending: "Being sent",
  deferred: "Waiting to be tried again",
  scheduled: "Scheduled",
  oldest: "Longest due",
  nothingDue: "nothing is due",
  handover: "From acceptance to handover",
  handoverOf: (count: string) => `of ${count} messages`,
  p50: "half of them within",
  p95: "95 % of them within",
  reputation: "Reputation",
  windows: { hour: "Last hour", day: "24 hours", week: "7 days" },
  window: "Window",
  bounceRate: "Bounces",
  complaintRate: "Spam reports",
  level: "State",
  levels: { ok: "Good", warn: "Watch", pause: "Too high" },
  attention: "Needs attention",
  look: "Look at it",
  items: {
    paused: ({ reason }: Of<"paused">) =>
      ({
        complaints: "Sending is paused: too many recipients reported your mail as spam.",
        bounces: "Sending is paused: too many addresses don't exist.",
        operator: "The operator has paused your sending."
      })[reason],
    reputation: ({ domain, tone }: Of<"reputation">) =>
      tone === "bad"
        ? `Mail from ${domain} has more bounces or spam reports than providers accept.`
        : `Bounces or spam reports of mail from ${domain} are rising.`,
    queue: "Due mail waits longer than it should.",
    smtp: "Your SMTP server refused the login. Mail waits until it accepts it.",
    domain: ({ domain, missing, tone }: Of<"domain">) =>
      tone === "bad"
        ? `${domain} isn't ready to send: ${missing.join(", ")} missing.`
        : `${domain} may send, but ${missing.join(" and ")} is missing.`,
    endpoint: ({ reason, url }: Of<"endpoint">) =>
      ({
        gone: `${url} answered that it is gone, and gets no more events.`,
        failing: `${url} failed for five days, and gets no more events.`,
        retrying: `${url} doesn't accept events. They are tried again.`
      })[reason]
  },
  since: "since",
  diagnosis: "This installation",
  allFine: (count: string) => `All ${count} checks are fine.`,
  checkedAt: "Checked",
  showFine: (count: string) => `Show the ${count} that are fine`,
  findingLevels: { ok: "Fine", warning: "Look at it", problem: "Problem" },
  first: {
    title: "Send your first mail",
    text: "Nothing was sent yet. With an API key, one request is enough:",
    shell: "Shell",
    node: "Node.js",
    language: "Examples",
    key: "Make an API key",
    domain: "Add your domain",
    domainText: "Mail from your own domain is signed, and arrives.",
    template: "Write a template",
    templateText: "Texts that change without a release, in several languages.",
    keyText: "One for each application, with what it needs to do."
  }
}

export type OverviewTexts = typeof en
