import type { ErrorName, errorTable } from "../errors.js"
import { analytics, reputation } from "./analytics.js"
import { apiKeys } from "./apiKeys.js"
import { auditLog } from "./auditLog.js"
import { domains } from "./domains.js"
import { emails } from "./emails.js"
import { feedback, feedbackSources } from "./feedback.js"
import { inbox } from "./inbox.js"
import type { ArgumentsOf, FailureNameOf, Operation, ResponseOf } from "./Operation.js"
import { people } from "./people.js"
import { members } from "./members.js"
import { brand, smtpConfig, tracking } from "./settings.js"
import { suppressions } from "./suppressions.js"
import { templates } from "./templates.js"
import { diagnosis, tenants } from "./tenants.js"
import { topics } from "./topics.js"
import { operatorWebhookEndpoints, webhookEndpoints } from "./webhookEndpoints.js"

/** Every operation, by group and name. */
export const operations = {
  emails,
  inbox,
  feedback,
  feedbackSources,
  analytics,
  reputation,
  templates,
  brand,
  domains,
  smtpConfig,
  topics,
  suppressions,
  people,
  tracking,
  webhookEndpoints,
  apiKeys,
  auditLog,
  members,
  tenants,
  operatorWebhookEndpoints,
  diagnosis
} as const

export type Operations = typeof operations
export type GroupName = keyof Operations

export const groups: Readonly<
  Record<GroupName, { readonly title: string; readonly description: string }>
> = {
  emails: { title: "Emails", description: "Send mail, and follow its delivery." },
  inbox: { title: "Inbox", description: "Mail that was captured instead of being sent." },
  feedback: {
    title: "Feedback",
    description: "Report what became of mail after it was sent, and see what no email is known for."
  },
  feedbackSources: {
    title: "Feedback sources",
    description: "Mail providers that report what became of a tenant's mail."
  },
  analytics: { title: "Analytics", description: "The delivery of a tenant's mail in a period." },
  reputation: {
    title: "Reputation",
    description: "How recipients and their mail servers take a tenant's mail."
  },
  templates: {
    title: "Templates",
    description: "Create, version and preview templates, and start from a ready-made one."
  },
  brand: { title: "Brand", description: "The look of a tenant's starters." },
  domains: { title: "Domains", description: "Domains that a tenant sends from." },
  smtpConfig: { title: "SMTP configuration", description: "A tenant's own SMTP server." },
  topics: {
    title: "Topics",
    description: "Kinds of mail that recipients can unsubscribe from by themselves."
  },
  suppressions: { title: "Suppressions", description: "Addresses that get no mail." },
  people: {
    title: "People",
    description: "What is kept about a recipient: to answer those who ask for it, or want it gone."
  },
  tracking: { title: "Tracking", description: "Whether a tenant's mail reports opens and clicks." },
  webhookEndpoints: {
    title: "Webhook endpoints",
    description: "URLs that a tenant's events are posted to."
  },
  apiKeys: { title: "API keys", description: "Keys for this API, with their scopes." },
  auditLog: { title: "Audit log", description: "Who changed what, when, and from where." },
  members: {
    title: "Members",
    description: "People who sign in to the dashboard, for its admins: no API key has the scope."
  },
  tenants: {
    title: "Tenants",
    description: "The accounts of a deployment, for its operator alone: no API key has the scope."
  },
  operatorWebhookEndpoints: {
    title: "The operator's webhook endpoints",
    description:
      "URLs that events of the whole deployment are posted to, for its operator alone: no API key has the scope."
  },
  diagnosis: {
    title: "Diagnosis",
    description: "Whether the deployment is sound. For its operator."
  }
}

export type Arguments<
  Group extends GroupName,
  Name extends keyof Operations[Group]
> = Operations[Group][Name] extends infer Stated extends Operation ? ArgumentsOf<Stated> : never

export type Response<Group extends GroupName, Name extends keyof Operations[Group]> = ResponseOf<
  Operations[Group][Name]
>

export type Failure<Group extends GroupName, Name extends keyof Operations[Group]> = InstanceType<
  (typeof errorTable)[Extract<FailureNameOf<Operations[Group][Name]>, ErrorName>]
>

export interface NamedOperation {
  readonly group: GroupName
  readonly name: string
  readonly operation: Operation
}

export const allOperations: ReadonlyArray<NamedOperation> = (
  Object.keys(operations) as Array<GroupName>
).flatMap((group) =>
  Object.entries<Operation>(operations[group]).map(([name, operation]) => ({
    group,
    name,
    operation
  }))
)
