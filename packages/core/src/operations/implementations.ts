import type {
  Arguments,
  GroupName,
  OperationError,
  Operations,
  Response,
  SendOptions,
  SendRequest,
  SendResult,
  ValidationFailed
} from "@telemark/contract"
import { Effect, type Result } from "effect"
import type { Principal } from "../accounts/apiKeys/ApiKey.js"
import { ApiKeys } from "../accounts/apiKeys/ApiKeys.js"
import { Brands } from "../accounts/brands/Brands.js"
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
import { SmtpConfigs } from "../sending/smtpConfigs/SmtpConfigs.js"
import { Suppressions } from "../sending/suppressions/Suppressions.js"
import { Templates } from "../sending/templates/Templates.js"
import { Topics } from "../sending/topics/Topics.js"
import type { Services } from "../services.js"

type Implementation<Group extends GroupName, Name extends keyof Operations[Group]> = (
  principal: Principal,
  ...given: Arguments<Group, Name>
) => Effect.Effect<Response<Group, Name>, OperationError>

type Group<Of extends GroupName> = {
  readonly [Name in keyof Operations[Of]]: Implementation<Of, Name>
}

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

/** Binds the operations of the interface to the services that implement them. */
export const makeImplementations: Effect.Effect<Implementations, never, Services> = Effect.gen(
  function* () {
    const analytics = yield* Analytics
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
    const reputation = yield* Reputation
    const smtpConfigs = yield* SmtpConfigs
    const suppressions = yield* Suppressions
    const templates = yield* Templates
    const tenants = yield* Tenants
    const topics = yield* Topics
    const tracking = yield* Tracking
    return {
      emails: {
        send: ({ tenant }, request, options) => emails.send(tenant, request, options),
        sendBatch: ({ tenant }, requests, options) => emails.sendBatch(tenant, requests, options),
        list: ({ tenant }, request) => emails.list(tenant.id, request),
        export: ({ tenant }, request) => emails.export(tenant.id, request),
        get: ({ tenant }, id) => emails.get(tenant.id, id),
        cancel: ({ tenant }, id) => emails.cancel(tenant.id, id),
        stream: ({ tenant }, request) => feed.watch(tenant.id, request),
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
      feedback: {
        record: ({ tenant }, id, request) => feedback.record(tenant.id, id, request),
        recordBatch: ({ tenant }, request) => feedback.recordBatch(tenant.id, request),
        unmatched: ({ tenant }, request) => feedback.listUnmatched(tenant.id, request)
      },
      feedbackSources: {
        create: ({ tenant }, request) => feedbackSources.create(tenant.id, request),
        list: ({ tenant }) => feedbackSources.list(tenant.id),
        get: ({ tenant }, id) => feedbackSources.get(tenant.id, id),
        update: ({ tenant }, id, request) => feedbackSources.update(tenant.id, id, request),
        remove: ({ tenant }, id) => feedbackSources.remove(tenant.id, id)
      },
      analytics: {
        summary: ({ tenant }, period) => analytics.summary(tenant, period),
        series: ({ tenant }, period) => analytics.series(tenant, period),
        delivery: ({ tenant }, period) => analytics.delivery(tenant, period)
      },
      reputation: {
        get: ({ tenant }) => reputation.summary(tenant)
      },
      templates: {
        create: ({ tenant }, request) => templates.create(tenant.id, request),
        list: ({ tenant }) => templates.list(tenant.id),
        preview: ({ tenant }, request) => templates.preview(tenant.id, request),
        starters: ({ tenant }) => templates.starters(tenant.id),
        starter: ({ tenant }, slug) => templates.starter(tenant.id, slug),
        get: ({ tenant }, id) => templates.get(tenant.id, id),
        update: ({ tenant }, id, request) => templates.update(tenant.id, id, request),
        deactivate: ({ tenant }, id) => templates.deactivate(tenant.id, id),
        versions: ({ tenant }, id) => templates.versions(tenant.id, id),
        version: ({ tenant }, id, version) => templates.version(tenant.id, id, version),
        restore: ({ tenant }, id, request) => templates.restore(tenant.id, id, request)
      },
      brand: {
        get: ({ tenant }) => brands.get(tenant.id),
        update: ({ tenant }, request) => brands.update(tenant.id, request)
      },
      domains: {
        add: ({ tenant }, request) => domains.add(tenant.id, request),
        list: ({ tenant }) => domains.list(tenant.id),
        get: ({ tenant }, domain) => domains.get(tenant.id, domain),
        verify: ({ tenant }, domain) => domains.verify(tenant.id, domain),
        rotateDkim: ({ tenant }, domain) => domains.rotateDkim(tenant.id, domain),
        remove: ({ tenant }, domain) => domains.remove(tenant.id, domain)
      },
      smtpConfig: {
        save: ({ tenant }, request) => smtpConfigs.save(tenant.id, request),
        get: ({ tenant }) => smtpConfigs.get(tenant.id),
        verify: ({ tenant }) => smtpConfigs.verify(tenant.id),
        remove: ({ tenant }) => smtpConfigs.remove(tenant.id)
      },
      topics: {
        create: ({ tenant }, request) => topics.create(tenant.id, request),
        list: ({ tenant }) => topics.list(tenant.id),
        update: ({ tenant }, id, request) => topics.update(tenant.id, id, request),
        remove: ({ tenant }, id) => topics.remove(tenant.id, id)
      },
      suppressions: {
        add: ({ tenant }, request) => suppressions.add(tenant.id, request),
        list: ({ tenant }, request) => suppressions.list(tenant.id, request),
        export: ({ tenant }, request) => suppressions.export(tenant.id, request),
        import: ({ tenant }, request) => suppressions.import(tenant.id, request),
        check: ({ tenant }, address) => suppressions.check(tenant.id, address),
        remove: ({ tenant }, address, request) => suppressions.remove(tenant.id, address, request)
      },
      tracking: {
        get: ({ tenant }) => tracking.get(tenant),
        update: ({ tenant }, request) => tracking.update(tenant, request)
      },
      webhookEndpoints: {
        create: ({ tenant }, request) => endpoints.create(tenant.id, request),
        list: ({ tenant }) => endpoints.list(tenant.id),
        get: ({ tenant }, id) => endpoints.get(tenant.id, id),
        update: ({ tenant }, id, request) => endpoints.update(tenant.id, id, request),
        remove: ({ tenant }, id) => endpoints.remove(tenant.id, id),
        rotateSecret: ({ tenant }, id) => endpoints.rotateSecret(tenant.id, id),
        test: ({ tenant }, id, request) => endpoints.test(tenant.id, id, request),
        deliveries: ({ tenant }, id, request) => endpoints.deliveries(tenant.id, id, request),
        delivery: ({ tenant }, id, delivery) => endpoints.delivery(tenant.id, id, delivery),
        replay: ({ tenant }, id, request) => endpoints.replay(tenant.id, id, request)
      },
      apiKeys: {
        create: ({ rate_limit, scopes, tenant }, request) =>
          keys.create({ tenant_id: tenant.id, scopes, rate_limit }, request),
        list: ({ tenant }) => keys.list(tenant.id),
        update: ({ rate_limit, tenant }, idOrPrefix, request) =>
          keys.update({ tenant_id: tenant.id, rate_limit }, idOrPrefix, request),
        revoke: ({ tenant }, idOrPrefix) => keys.revoke(tenant.id, idOrPrefix)
      },
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
    }
  }
)
