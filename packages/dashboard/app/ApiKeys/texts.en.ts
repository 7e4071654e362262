import type { KeyScope, ScopeGroup } from "./scopeGroups.js"

const groups: Readonly<Record<ScopeGroup, string>> = {
  email: "Email",
  template: "Templates",
  topic: "Topics",
  domain: "Domains",
  smtp: "SMTP server",
  suppression: "Suppressions",
  tracking: "Tracking",
  webhook: "Webhooks",
  feedback: "Feedback",
  person: "People",
  apikey: "API keys",
  audit: "Audit log"
}

const scopes: Readonly<Record<KeyScope, string>> = {
  "email:send": "send",
  "email:read": "read mail, events and numbers",
  "template:read": "read",
  "template:manage": "create, change, remove",
  "topic:read": "read",
  "topic:write": "create, change, remove",
  "domain:read": "read",
  "domain:write": "add, verify, remove",
  "smtp:read": "read",
  "smtp:write": "save, verify, remove",
  "suppression:read": "read",
  "suppression:write": "add, remove",
  "tracking:read": "read",
  "tracking:write": "change",
  "webhook:read": "read",
  "webhook:write": "create, change, remove",
  "feedback:read": "read",
  "feedback:write": "report, set sources up",
  "person:manage": "export and erase",
  "apikey:manage": "create and revoke keys",
  "audit:read": "read"
}

export const en = {
  intro: "One key for each application, with only the scopes that it needs.",
  list: "API keys",
  create: "Create key",
  emptyTitle: "No keys",
  empty: "To send mail, a key needs the scope email:send.",
  name: "Name",
  nameHint: "Such as Shop or Nightly reports",
  key: "Key",
  scopesTitle: "Scopes",
  scopesHint: "You can grant scopes that you have. They can't be changed later.",
  presets: "Choose",
  sendOnly: "Sending only",
  readOnly: "Reading only",
  everything: "All my scopes",
  groups,
  scopes,
  allScopes: "all scopes",
  more: (count: number) => `+${String(count)}`,
  rateLimit: "Sends per minute",
  rateLimitHint: "1 to 10,000. Default: 600",
  lastUsed: "Last used",
  created: "Created",
  revoked: "Revoked",
  showRevoked: (count: number) => `Show revoked keys (${String(count)})`,
  hideRevoked: "Hide revoked keys",
  editTitle: (name: string) => `Change ${name}`,
  scopesFixed: "The scopes can't be changed. To change them, rotate the key.",
  rotate: "Rotate",
  rotateTitle: (name: string) => `Rotate ${name}`,
  rotateIntro:
    "Creates a second key. Replace the first key with it, then revoke the first: no request fails in between.",
  createdTitle: "Your new key",
  firstCall: "A first request with it",
  revoke: "Revoke",
  revokeTitle: (name: string) => `Revoke ${name}?`,
  revokeText:
    "Requests with this key are refused from now on. This can't be undone. If you signed in with it, you are signed out.",
  revokeUsed: "It was used in the last hour.",
  finishTitle: (name: string) => `Revoke the former key ${name}?`,
  finishText:
    "Revoke it once the new key is in place. The list shows when the old one was last used.",
  wasRevoked: (name: string) => `${name} was revoked.`,
  wasCreated: (name: string) => `${name} was created.`
}

export type KeyTexts = typeof en
