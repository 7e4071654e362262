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
  apikey: "API keys"
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
  "apikey:manage": "create and revoke keys"
}

export const en = {
  intro:
    "Programs sign in with a key. Give each program one of its own, with the scopes that it needs: then you can revoke one without stopping the others.",
  list: "API keys",
  create: "Create key",
  emptyTitle: "No keys",
  empty:
    "Create a key for the first program that is to send mail. The scope email:send is all that it needs for that.",
  name: "Name",
  nameHint: "Which program uses it, such as Shop or Nightly reports.",
  key: "Key",
  scopesTitle: "Scopes",
  scopesHint: "You can give what you hold yourself. The scopes of a key can't be changed later.",
  presets: "Choose",
  sendOnly: "Sending only",
  readOnly: "Reading only",
  everything: "All that I hold",
  groups,
  scopes,
  allScopes: "all scopes",
  more: (count: number) => `+${String(count)}`,
  rateLimit: "Sends a minute",
  rateLimitHint: "From 1 to 10,000; 600 if you leave it empty.",
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
    "This makes a second key. Put it where the first one is used, then revoke the first one: no request fails in between.",
  createdTitle: "Your new key",
  firstCall: "A first request with it",
  revoke: "Revoke",
  revokeTitle: (name: string) => `Revoke ${name}?`,
  revokeText:
    "Programs that use this key are refused from now on. This can't be undone. If you signed in with this key, you are signed out.",
  revokeUsed: "It was used in the last hour.",
  finishTitle: (name: string) => `Revoke the former key ${name}?`,
  finishText:
    "Revoke it once the new key is in place everywhere. Its last use, in the list, tells you whether a program still has it.",
  wasRevoked: (name: string) => `${name} was revoked.`,
  wasCreated: (name: string) => `${name} was created.`
}

export type KeyTexts = typeof en
