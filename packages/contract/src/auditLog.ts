import { Schema } from "effect"
import { instant, named, optional, orNull, text, texts } from "./members.js"
import { afterPage, pageWithNext } from "./paging.js"
import { InstantText } from "./time.js"
import { boundedText } from "./validation/text.js"

export const ActorKind = Schema.Literals([
  "key",
  "operator",
  "member",
  "person",
  "command_line",
  "application"
]).annotate({
  identifier: "ActorKind",
  description:
    "Who made a change. `key`: an API key, also of somebody who signed in to the dashboard with it. `operator`: the operator in the dashboard. " +
    "`member`: a member in the dashboard. `person`: somebody whom the application has signed in. `command_line`: a command on the operator's machine. `application`: a program that embeds Telemark."
})
export type ActorKind = typeof ActorKind.Type

const Outcome = Schema.Literals(["done", "refused"]).annotate({
  description: "Only a sign-in can be `refused`: other operations that fail leave no entry."
})

export const AuditActor = named("AuditActor", {
  kind: ActorKind,
  id: orNull(text("The id of the key or the member; null for others, and for a refused sign-in.")),
  name: orNull(
    text(
      "The name of the key at that time, of the person, or of the user of the machine; null if there is none."
    )
  )
})
export type AuditActor = typeof AuditActor.Type

export const AuditTarget = named("AuditTarget", {
  kind: text("What it is, such as `api_key`, `domain` or `tenant`."),
  id: orNull(
    text(
      "Its id or name; null for what a tenant has only one of, and for suppressions: their id would be an address."
    )
  )
})
export type AuditTarget = typeof AuditTarget.Type

export const AuditEntry = named("AuditEntry", {
  id: text("The entry's id."),
  created_at: instant("When it was done."),
  operation: text(
    "The operation, such as `apiKeys.create`. Some are none of this interface, such as `session.begin`, a sign-in."
  ),
  outcome: Outcome,
  actor: AuditActor,
  tenant: orNull(text("The tenant's name at that time; null if it concerns none.")),
  target: orNull(AuditTarget).annotate({
    description: "What was changed; null if nothing is named."
  }),
  members: texts("The names of the members that the request gave. Never their values."),
  ip_address: orNull(
    text("Where the request came from; null in process, and for what the operator did.")
  ),
  user_agent: orNull(
    text("The program as it names itself, at most 200 characters; null as for `ip_address`.")
  )
})
export type AuditEntry = typeof AuditEntry.Type

const Filter = boundedText(255, 1)

export const ListAuditLog = named("ListAuditLog", {
  ...afterPage(),
  actor: optional(Filter, "Only what this actor did: its id, its name or its kind."),
  operation: optional(Filter, "Only this operation, such as `apiKeys.create`."),
  target: optional(Filter, "Only what was done to this: its id or its kind."),
  tenant: optional(Filter, "Only what concerns the tenant of this name."),
  since: optional(InstantText, "Only entries of this instant or later (RFC 3339)."),
  until: optional(InstantText, "Only entries before this instant.")
})
export type ListAuditLog = typeof ListAuditLog.Type

export const AuditLogPage = pageWithNext("AuditLogPage", AuditEntry)
export type AuditLogPage = typeof AuditLogPage.Type
