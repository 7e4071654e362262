import {
  type ActorKind,
  type AuditEntry,
  type GroupName,
  type Operation,
  pathParametersOf,
  timestamp,
  wireMembersOf
} from "@telemark/contract"
import { Context } from "effect"
import { isIP } from "node:net"

/** Who changes something. */
export interface Actor {
  readonly kind: ActorKind
  readonly id: string | null
  readonly name: string | null
}

/** Where a request comes from. What a client says is cut to what an entry takes. */
export interface AuditOrigin {
  readonly address?: string | undefined
  readonly userAgent?: string | undefined
  /** For what has no principal with one. */
  readonly actor?: Actor | undefined
}

/** Provided by whoever takes requests; by default changes are those of the host application. */
export const CurrentAuditOrigin = Context.Reference("@telemark/core/CurrentAuditOrigin", {
  defaultValue: (): AuditOrigin => ({})
})

export const application: Actor = { kind: "application", id: null, name: null }

/** What is done, to what, and by whom. Names of members, never what is in them. */
export interface AuditedChange {
  readonly operation: string
  readonly outcome?: "done" | "refused"
  readonly actor?: Actor
  readonly tenant?: { readonly id: string | null; readonly name: string } | undefined
  readonly target?: { readonly kind: string; readonly id?: string | undefined } | undefined
  readonly members?: ReadonlyArray<string>
}

/** Who changes something, and in which tenant. */
export type ChangedBy = Pick<AuditedChange, "actor" | "tenant">

/** Times are epoch milliseconds. */
export interface AuditRecord {
  readonly id: string
  readonly created_at: number
  readonly operation: string
  readonly outcome: "done" | "refused"
  readonly actor_kind: ActorKind
  readonly actor_id: string | null
  readonly actor_name: string | null
  readonly tenant_id: string | null
  readonly tenant_name: string | null
  readonly target_kind: string | null
  readonly target_id: string | null
  readonly members: ReadonlyArray<string>
  readonly ip_address: string | null
  readonly user_agent: string | null
}

const maxName = 255
const maxUserAgent = 200

/** Of any program: without characters that could end a line, or that Postgres refuses. */
const bounded = (text: string | null | undefined, max: number): string | null => {
  // eslint-disable-next-line no-control-regex -- they are what is removed
  const clean = (text ?? "")
    .slice(0, max * 2)
    .replace(/[\u0000-\u001F\u007F-\u009F\u2028\u2029]+/g, " ")
  const cut = clean.toWellFormed().trim().slice(0, max).toWellFormed()
  return cut === "" ? null : cut
}

const addressOf = (address: string | undefined): string | null => {
  const bare = (address ?? "").replace(/^::ffff:(?=\d+\.)/i, "").replace(/%.*$/, "")
  return isIP(bare) === 0 ? null : bare
}

export const newRecord = (
  id: string,
  created_at: number,
  { actor, members = [], operation, outcome = "done", target, tenant }: AuditedChange,
  origin: AuditOrigin
): AuditRecord => {
  const by = actor ?? origin.actor ?? application
  return {
    id,
    created_at,
    operation,
    outcome,
    actor_kind: by.kind,
    actor_id: bounded(by.id, maxName),
    actor_name: bounded(by.name, maxName),
    tenant_id: tenant?.id ?? null,
    tenant_name: bounded(tenant?.name, maxName),
    target_kind: target?.kind ?? null,
    target_id: bounded(target?.id, maxName),
    members,
    ip_address: addressOf(origin.address),
    user_agent: bounded(origin.userAgent, maxUserAgent)
  }
}

/** Who they are, and where they work from, is none of a tenant's business. */
export const hiddenKinds: ReadonlyArray<ActorKind> = ["operator", "command_line"]

export const entryView = (record: AuditRecord, isForOperator: boolean): AuditEntry => {
  const isHidden = !isForOperator && hiddenKinds.includes(record.actor_kind)
  return {
    id: record.id,
    created_at: timestamp(record.created_at),
    operation: record.operation,
    outcome: record.outcome,
    actor: {
      kind: record.actor_kind,
      id: isHidden ? null : record.actor_id,
      name: isHidden ? null : record.actor_name
    },
    tenant: record.tenant_name,
    target: record.target_kind === null ? null : { kind: record.target_kind, id: record.target_id },
    members: record.members,
    ip_address: isHidden ? null : record.ip_address,
    user_agent: isHidden ? null : record.user_agent
  }
}

/** What the operations of a group change. */
const targetKinds: { readonly [Group in GroupName]?: string } = {
  apiKeys: "api_key",
  brand: "brand",
  domains: "domain",
  feedbackSources: "feedback_source",
  inbox: "captured_mail",
  members: "member",
  operatorWebhookEndpoints: "webhook_endpoint",
  people: "person",
  smtpConfig: "smtp_config",
  suppressions: "suppression",
  templates: "template",
  tenants: "tenant",
  topics: "topic",
  tracking: "tracking",
  webhookEndpoints: "webhook_endpoint"
}

/** The member of a new thing that names it, if whoever makes it chooses its name. */
const nameMembers: { readonly [Group in GroupName]?: string } = {
  domains: "domain",
  templates: "id",
  tenants: "name",
  topics: "id"
}

const memberOf = (given: unknown, name: string | undefined): string | undefined => {
  const value: unknown =
    name === undefined || typeof given !== "object" || given === null
      ? undefined
      : (given as Readonly<Record<string, unknown>>)[name]
  return typeof value === "string" ? value : undefined
}

/** What a call of an operation changes, by what it is given: path parameters, then body or query. */
export const changeOf = (
  group: GroupName,
  name: string,
  operation: Operation,
  given: ReadonlyArray<unknown>
): Pick<AuditedChange, "operation" | "target" | "members"> => {
  const parameters = pathParametersOf(operation).length
  const request = given[parameters]
  const kind = targetKinds[group]
  // An address names a suppression.
  const id =
    group === "suppressions"
      ? undefined
      : parameters > 0
        ? String(given[0])
        : memberOf(request, nameMembers[group])
  return {
    operation: `${group}.${name}`,
    target: kind === undefined ? undefined : { kind, id },
    members: membersOf(operation, request)
  }
}

/** Of those that the operation has: whoever calls it chooses the names of others. */
export const membersOf = (
  { argument, body, query }: Operation,
  request: unknown
): ReadonlyArray<string> => {
  const schema = body ?? query
  if (schema === undefined || request === undefined || request === null) return []
  if (argument !== undefined) return [argument]
  if (typeof request !== "object" || request instanceof Uint8Array) return []
  const given = request as Readonly<Record<string, unknown>>
  return wireMembersOf(schema).flatMap(({ name }) => (given[name] === undefined ? [] : [name]))
}
