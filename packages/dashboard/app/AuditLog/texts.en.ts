import type { AuditEntry } from "@telemark/client"

export const en = {
  intro: "Who changed what, when, and from where. Values aren't recorded.",
  list: "Changes",
  time: "Time",
  operation: "Operation",
  target: "Changed",
  targetHint: "An id, or a kind such as domain",
  actor: "By",
  tenant: "Tenant",
  from: "From",
  any: "All",
  refused: "Refused",
  emptyTitle: "Nothing was changed yet",
  empty: "Changes of settings, keys and templates, and sign-ins are recorded here.",
  emptyFilter: "No change matches.",
  kinds: {
    key: "API key",
    operator: "Operator",
    member: "Member",
    person: "Person",
    command_line: "Command line",
    application: "Application"
  } satisfies Readonly<Record<AuditEntry["actor"]["kind"], string>>
}

export type AuditTexts = typeof en
