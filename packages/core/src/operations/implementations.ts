import {
  type Arguments,
  type GroupName,
  type OperationError,
  operations,
  type Operations,
  type Response,
  type SendOptions,
  type SendRequest,
  type SendResult,
  type ValidationFailed
} from "@telemark/contract"
import { Effect, type Result } from "effect"
import { isCaller, type Principal, watcherOf } from "../accounts/apiKeys/ApiKey.js"
import { ApiKeys } from "../accounts/apiKeys/ApiKeys.js"
import { AuditLog } from "../accounts/auditLog/AuditLog.js"
import { Brands } from "../accounts/brands/Brands.js"
import { operatorOwner } from "../accounts/operator/operatorOwner.js"
import { Members } from "../accounts/members/Members.js"
import { Tenants } from "../accounts/tenants/Tenants.js"
import { tenantView } from "../accounts/tenants/Tenant.js"
import { CapturedMails } from "../delivery/inbox/CapturedMails.js"
import { Analytics } from "../events/analytics/Analytics.js"
import { Diagnosis } from "../events/diagnosis/Diagnosis.js"
import { Feedback } from "../events/feedback/Feedback.js"
import { FeedbackSources } from "../events/feedbackSources/FeedbackSources.js"
import { operatorEventView } from "../events/reputation/OperatorEvent.js"
import { Events } from "../events/timeline/Events.js"
import { Reputation } from "../events/reputation/Reputation.js"
import { EventFeed } from "../events/streams/EventFeed.js"
import { Tracking } from "../events/tracking/Tracking.js"
import { WebhookEndpoints } from "../events/webhooks/WebhookEndpoints.js"
import { Contents } from "../sending/contents/Contents.js"
import { Domains } from "../sending/domains/Domains.js"
import { Emails } from "../sending/emails/Emails.js"
import type { SendError } from "../sending/emails/send.js"
import { People } from "../sending/people/People.js"
import { SmtpConfigs } from "../sending/smtpConfigs/SmtpConfigs.js"
import { Suppressions } from "../sending/suppressions/Suppressions.js"
import { Templates } from "../sending/templates/Templates.js"
import { Topics } from "../sending/topics/Topics.js"
import type { Services } from "../services.js"
import type { OperationsFor } from "./OperationsFor.js"
import { auditedGroups } from "./auditedGroups.js"

type Implementation<Group extends GroupName, Name extends keyof Operations[Group]> = (
  principal: Principal,
  ...given: Arguments<Group, Name>
) => Effect.Effect<Response<Group, Name>, OperationError>

type Group<Of extends GroupName> = {
  readonly [Name in keyof Operations[Of]]: Implementation<Of, Name>
}

type Perform = (
  owner: string,
  ...given: ReadonlyArray<unknown>
) => Effect.Effect<unknown, OperationError>

/** Each entry of a batch has its own result or error; the caller decides how to present them. */
interface EmailsGroup extends Omit<Group<"emails">, "sendBatch"> {
  readonly sendBatch: (
    principal: Principal,
    requests: ReadonlyArray<SendRequest>,
    options?: SendOptions
  ) => Effect.Effect<ReadonlyArray<Result.Result<SendResult, SendError>>, ValidationFailed>
}

/** An implementation of each operation of the interface. */
export type Implementations = { readonly [Of in Exclude<GroupName, "emails">]: Group<Of> } & {
  readonly emails: EmailsGroup
}

const tenantIdOf = ({ tenant }: Principal): string => tenant.id

/** A group that one service performs whole, by default for the principal's tenant. */
const performedBy = <Of extends GroupName>(
  group: Of,
  service: OperationsFor<string, Of>,
  ownerOf: (principal: Principal) => string = tenantIdOf
): Group<Of> =>
  Object.fromEntries(
    Object.keys(operations[group]).map((name) => [
      name,
      (principal: Principal, ...given: ReadonlyArray<unknown>) =>
        (service as unknown as Readonly<Record<string, Perform>>)[name]?.(
          ownerOf(principal),
          ...given
        )
    ])
  ) as unknown as Group<Of>

/** Binds the operations of the interface to the services that implement them. */
export const makeImplementations: Effect.Effect<Implementations, never, Services> = Effect.gen(
  function* () {
    const analytics = yield* Analytics
    const auditLog = yield* AuditLog
    const brands = yield* Brands
    const capturedMails = yield* CapturedMails
    const contents = yield* Contents
    const diagnosis = yield* Diagnosis
    const domains = yield* Domains
    const emails = yield* Emails
    const endpoints = yield* WebhookEndpoints
    const events = yield* Events
    const feed = yield* EventFeed
    const feedback = yield* Feedback
    const feedbackSources = yield* FeedbackSources
    const keys = yield* ApiKeys
    const people = yield* People
    const members = yield* Members
    const reputation = yield* Reputation
    const smtpConfigs = yield* SmtpConfigs
    const suppressions = yield* Suppressions
    const templates = yield* Templates
    const tenants = yield* Tenants
    const topics = yield* Topics
    const tracking = yield* Tracking
    const audited = yield* auditedGroups
    return audited<Implementations>({
      emails: {
        send: ({ tenant }, request, options) => emails.send(tenant, request, options),
        sendBatch: ({ tenant }, requests, options) => emails.sendBatch(tenant, requests, options),
        list: ({ tenant }, request) => emails.list(tenant.id, request),
        export: ({ tenant }, request) => emails.export(tenant.id, request),
        get: ({ tenant }, id) => emails.get(tenant.id, id),
        cancel: ({ tenant }, id) => emails.cancel(tenant.id, id),
        stream: (principal, request) =>
          feed.watch(principal.tenant.id, request, watcherOf(principal)),
        events: ({ tenant }, id) => events.timeline(tenant.id, id),
        content: ({ tenant }, id) => contents.content(tenant.id, id),
        source: ({ tenant }, id) => contents.source(tenant.id, id),
        attachment: ({ tenant }, id, index) => contents.attachment(tenant.id, id, index),
        resend: ({ tenant }, id, options) => emails.resend(tenant, id, options)
      },
      inbox: {
        list: ({ tenant }, request) => capturedMails.list(tenant.id, request),
        clear: ({ tenant }) => capturedMails.clear(tenant.id),
        remove: ({ tenant }, id) => capturedMails.remove(tenant.id, id),
        release: ({ tenant }, id, request) => capturedMails.release(tenant, id, request)
      },
      feedback: performedBy("feedback", feedback),
      feedbackSources: performedBy("feedbackSources", feedbackSources),
      analytics: {
        summary: ({ tenant }, period) => analytics.summary(tenant, period),
        series: ({ tenant }, period) => analytics.series(tenant, period),
        delivery: ({ tenant }, period) => analytics.delivery(tenant, period)
      },
      reputation: {
        get: ({ tenant }) => reputation.summary(tenant)
      },
      templates: performedBy("templates", templates),
      brand: performedBy("brand", brands),
      domains: performedBy("domains", domains),
      smtpConfig: performedBy("smtpConfig", smtpConfigs),
      topics: performedBy("topics", topics),
      suppressions: performedBy("suppressions", suppressions),
      people: performedBy("people", people),
      tracking: {
        get: ({ tenant }) => tracking.get(tenant),
        update: ({ tenant }, request) => tracking.update(tenant, request)
      },
      webhookEndpoints: performedBy("webhookEndpoints", endpoints),
      operatorWebhookEndpoints: performedBy(
        "operatorWebhookEndpoints",
        endpoints.ofOperator,
        () => operatorOwner
      ),
      apiKeys: {
        create: ({ rate_limit, scopes, tenant }, request) =>
          keys.create({ tenant_id: tenant.id, scopes, rate_limit }, request),
        list: ({ tenant }) => keys.list(tenant.id),
        current: (principal) => keys.current(isCaller(principal) ? principal.key_id : undefined),
        update: ({ rate_limit, tenant }, idOrPrefix, request) =>
          keys.update({ tenant_id: tenant.id, rate_limit }, idOrPrefix, request),
        revoke: ({ tenant }, idOrPrefix) => keys.revoke(tenant.id, idOrPrefix)
      },
      auditLog: {
        list: ({ scopes, tenant }, request) =>
          auditLog.list(scopes.has("tenant:read") ? undefined : tenant.id, request)
      },
      members,
      diagnosis: {
        get: () => diagnosis.get
      },
      tenants: {
        create: (_, request) => Effect.map(tenants.create(request), tenantView),
        list: (_, request) => tenants.page(request),
        events: () =>
          Effect.map(reputation.events, (events) => ({ data: events.map(operatorEventView) })),
        get: (_, name) =>
          Effect.flatMap(tenants.get(name), (tenant) =>
            Effect.map(reputation.summary(tenant), (summary) => ({
              ...tenantView(tenant),
              reputation: summary
            }))
          ),
        update: (_, name, request) => Effect.map(tenants.update(name, request), tenantView),
        remove: (_, name, request) => tenants.removeConfirmed(name, request),
        pause: (_, name, request) => Effect.map(reputation.pause(name, request), tenantView),
        resume: (_, name) => Effect.map(reputation.resume(name), tenantView)
      }
    })
  }
)
