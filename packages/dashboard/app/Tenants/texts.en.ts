import type { TenantEvent, TenantPause } from "@telemark/client"

export const en = {
  intro: "Isolated accounts with their own keys, mail and domains.",
  list: "Tenants of this deployment",
  create: "Create tenant",
  emptyTitle: "No tenants",
  empty: "Create one for each customer or application that should see only its own mail.",
  emptyFilter: "No tenant has this in its name.",
  search: "Search",
  searchHint: "Name",
  name: "Name",
  state: "State",
  active: "Active",
  paused: "Paused",
  since: "since",
  reasons: {
    complaints: "too many spam reports",
    bounces: "too many bounces",
    operator: "by an operator"
  } satisfies Readonly<Record<TenantPause["reason"], string>>,
  sender: "Default sender",
  senderShort: "Sender",
  usualSender: "the deployment's",
  limit: "Monthly limit",
  usualLimit: "the deployment's",
  created: "Created",
  own: "Signed in here",
  actingNow: "Acting",
  act: "Act as this tenant",
  actShort: "Act as",

  nameHint: "1 to 64 letters, digits, dots, dashes or underscores. It can't be changed later.",
  senderHint:
    "Of mail whose send names no sender, such as Acme <mail@acme.example>. Empty: the deployment's.",
  limitHint: "Recipients per calendar month (UTC). Empty: the deployment's limit.",
  limitInvalid: "Write a whole number of 1 or more, in digits alone.",
  firstKey: "First API key",
  firstKeyHint: "The tenant needs one to send, or to sign in here. It is shown once.",
  firstKeys: {
    send: "Send and read mail",
    all: "Everything within the tenant",
    none: "None for now"
  },
  firstKeyName: "First key",
  keyTitle: (tenant: string) => `${tenant} is created`,
  keyWhat: "API key",
  keyText:
    "With it, the tenant's application sends, and its people sign in to the dashboard. More keys: act as the tenant, and open API keys.",
  keyFailed: (tenant: string, why: string) =>
    `${tenant} is created, but its API key is not: ${why}`,
  wasCreated: (tenant: string) => `${tenant} is created.`,

  gone: (tenant: string) => `There is no tenant ${tenant}. It may have been removed.`,
  toList: "All tenants",
  facts: "About this tenant",
  id: "Id",
  settings: "Settings",
  opens: "Track opens",
  opensHint: "Default for emails that don't set it",
  clicks: "Track clicks",
  clicksHint: "Default for emails that don't set it",
  refuses: "Refuse mail without its data",
  refusesHint:
    "A send is refused if its data lacks a variable that its template declares without a default, unless it says otherwise.",
  wasSaved: "Saved. It applies to sends from now on.",

  pausedTitle: "Sending is paused",
  pausedText: {
    complaints: "Too many recipients reported this tenant's mail as spam.",
    bounces: "Too much of this tenant's mail went to addresses that don't exist.",
    operator: "An operator paused it."
  } satisfies Readonly<Record<TenantPause["reason"], string>>,
  note: "Note",
  pause: "Pause sending",
  pauseTitle: (tenant: string) => `Pause sending of ${tenant}?`,
  pauseText:
    "Its sends are refused, and what is queued waits. What is being sent at this moment is finished. Everything else goes on working, links in mail that it sent included.",
  noteHint: "For operators: the tenant doesn't see it. Up to 500 characters.",
  stopLinks: "Stop its links, too",
  stopLinksHint:
    "For abuse such as phishing: tracked links in mail that it sent lead nowhere until you resume it.",
  linksStopped: "Tracked links in mail that it sent are stopped.",
  wasPaused: (tenant: string) => `Sending of ${tenant} is paused.`,
  resume: "Resume sending",
  resumeTitle: (tenant: string) => `Resume sending of ${tenant}?`,
  resumeText:
    "It may send again, and what is queued goes out. Its complaints and bounces are counted anew.",
  resumeFirst:
    "See to it first that the tenant has stopped the mail that people complained about, and has removed addresses that bounced: otherwise it harms all who share your servers.",
  wasResumed: (tenant: string) => `${tenant} sends again.`,

  remove: "Remove tenant",
  removeTitle: (tenant: string) => `Remove ${tenant} with everything of it?`,
  removeLost: "These are lost, and nothing brings them back:",
  lost: [
    "its API keys, which are refused at once, also in the dashboard",
    "mail in its queue, which is not sent any more",
    "the log of its mail, with contents and attachments",
    "its templates, brand and topics",
    "its domains with their private DKIM keys",
    "its suppressions: people who unsubscribed could get mail again",
    "its SMTP server, webhook endpoints and feedback sources"
  ],
  removeFlight: "A message that is being sent at this moment may still arrive.",
  removeOwn:
    "You are signed in to this very tenant. If the dashboard has no other to open, it can't be used any more.",
  wasRemoved: (tenant: string) => `${tenant} is removed.`,

  reputation: "Reputation",
  domains: "By sending domain, in the last 7 days",
  domain: "Domain",

  events: "Warnings and pauses",
  eventsHint: "The last 100 events of all tenants, at most 90 days old, are known.",
  noEvents: "No recent warnings or pauses.",
  noEventsOf: "No recent warnings or pauses.",
  eventTypes: {
    "tenant.paused": "Paused",
    "tenant.resumed": "Resumed",
    "tenant.warned": "Warning"
  } satisfies Readonly<Record<TenantEvent["type"], string>>,
  reason: "Reason",
  explanation: "Limit",
  showAll: (count: string) => `Show all ${count}`
}

export type TenantTexts = typeof en
