import { createConfig, lintFromString } from "@redocly/openapi-core"
import { errorTable, EventType, OperatorWebhookEventType } from "@telemark/contract"
import { openApiDocument } from "@telemark/http"
import { describe, expect, it } from "vitest"
import { makeDocument } from "../src/openApi/openApiDocument.js"

interface Operation {
  readonly "x-required-scope": string
  readonly security: ReadonlyArray<object>
  readonly summary: string
  readonly responses: Readonly<Record<string, { readonly description: string }>>
}

// Not the one that is built once: another file of this process may have built it.
const begun = makeDocument()
let steps = 1
while (begun.next().done !== true) steps++

const document = openApiDocument()
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({
    name: `${method} ${path}`,
    operation: operation as unknown as Operation
  }))
)

describe("the OpenAPI document", () => {
  // After a change that is meant: `vitest run packages/http/test/openApi --update`.
  it("is the committed one", async () => {
    await expect(`${JSON.stringify(document, null, 2)}\n`).toMatchFileSnapshot("../openapi.json")
  })

  it("is made operation by operation, so that the first who asks holds up nobody", () => {
    expect(steps).toBeGreaterThan(operations.length)
  })

  it("has the endpoints of the interface", () => {
    expect(
      operations.map(({ name, operation }) => `${name} ${operation["x-required-scope"]}`).sort()
    ).toEqual([
      "delete /v1/api-keys/{id} apikey:manage",
      "delete /v1/domains/{domain} domain:write",
      "delete /v1/feedback-sources/{id} feedback:write",
      "delete /v1/inbox email:send",
      "delete /v1/inbox/{id} email:send",
      "delete /v1/members/{id} member:manage",
      "delete /v1/members/{id}/sessions/{session} member:manage",
      "delete /v1/operator/webhook-endpoints/{id} tenant:manage",
      "delete /v1/smtp-config smtp:write",
      "delete /v1/suppressions/{email} suppression:write",
      "delete /v1/templates/{id} template:manage",
      "delete /v1/tenants/{name} tenant:manage",
      "delete /v1/topics/{id} topic:write",
      "delete /v1/webhook-endpoints/{id} webhook:write",
      "get /v1/analytics/delivery email:read",
      "get /v1/analytics/series email:read",
      "get /v1/analytics/summary email:read",
      "get /v1/api-keys apikey:manage",
      "get /v1/api-keys/current email:send",
      "get /v1/audit-log audit:read",
      "get /v1/brand template:read",
      "get /v1/diagnosis tenant:manage",
      "get /v1/domains domain:read",
      "get /v1/domains/{domain} domain:read",
      "get /v1/emails email:read",
      "get /v1/emails/export email:read",
      "get /v1/emails/{id} email:read",
      "get /v1/emails/{id}/attachments/{index} email:read",
      "get /v1/emails/{id}/content email:read",
      "get /v1/emails/{id}/events email:read",
      "get /v1/emails/{id}/source email:read",
      "get /v1/events/stream email:read",
      "get /v1/feedback-sources feedback:read",
      "get /v1/feedback-sources/{id} feedback:read",
      "get /v1/feedback/unmatched feedback:read",
      "get /v1/inbox email:read",
      "get /v1/members member:manage",
      "get /v1/members/{id} member:manage",
      "get /v1/operator/webhook-endpoints tenant:manage",
      "get /v1/operator/webhook-endpoints/{id} tenant:manage",
      "get /v1/operator/webhook-endpoints/{id}/deliveries tenant:manage",
      "get /v1/operator/webhook-endpoints/{id}/deliveries/{delivery} tenant:manage",
      "get /v1/reputation email:read",
      "get /v1/smtp-config smtp:read",
      "get /v1/suppressions suppression:read",
      "get /v1/suppressions/check/{email} suppression:read",
      "get /v1/suppressions/export suppression:read",
      "get /v1/templates template:read",
      "get /v1/templates/starters template:read",
      "get /v1/templates/starters/{slug} template:read",
      "get /v1/templates/{id} template:read",
      "get /v1/templates/{id}/versions template:read",
      "get /v1/templates/{id}/versions/{version} template:read",
      "get /v1/tenants tenant:read",
      "get /v1/tenants/events tenant:read",
      "get /v1/tenants/{name} tenant:read",
      "get /v1/topics topic:read",
      "get /v1/tracking tracking:read",
      "get /v1/webhook-endpoints webhook:read",
      "get /v1/webhook-endpoints/{id} webhook:read",
      "get /v1/webhook-endpoints/{id}/deliveries webhook:read",
      "get /v1/webhook-endpoints/{id}/deliveries/{delivery} webhook:read",
      "patch /v1/api-keys/{id} apikey:manage",
      "patch /v1/feedback-sources/{id} feedback:write",
      "patch /v1/members/{id} member:manage",
      "patch /v1/operator/webhook-endpoints/{id} tenant:manage",
      "patch /v1/tenants/{name} tenant:manage",
      "patch /v1/topics/{id} topic:write",
      "patch /v1/webhook-endpoints/{id} webhook:write",
      "post /v1/api-keys apikey:manage",
      "post /v1/domains domain:write",
      "post /v1/domains/{domain}/rotate-dkim domain:write",
      "post /v1/domains/{domain}/verify domain:write",
      "post /v1/emails/batch email:send",
      "post /v1/emails/send email:send",
      "post /v1/emails/{id}/cancel email:send",
      "post /v1/emails/{id}/feedback feedback:write",
      "post /v1/emails/{id}/resend email:send",
      "post /v1/feedback feedback:write",
      "post /v1/feedback-sources feedback:write",
      "post /v1/inbox/{id}/release email:send",
      "post /v1/members member:manage",
      "post /v1/members/{id}/invite member:manage",
      "post /v1/operator/webhook-endpoints tenant:manage",
      "post /v1/operator/webhook-endpoints/{id}/replay tenant:manage",
      "post /v1/operator/webhook-endpoints/{id}/rotate-secret tenant:manage",
      "post /v1/operator/webhook-endpoints/{id}/test tenant:manage",
      "post /v1/people/erase person:manage",
      "post /v1/people/export person:manage",
      "post /v1/smtp-config smtp:write",
      "post /v1/smtp-config/verify smtp:write",
      "post /v1/suppressions suppression:write",
      "post /v1/suppressions/import suppression:write",
      "post /v1/templates template:manage",
      "post /v1/templates/preview template:read",
      "post /v1/templates/{id}/restore template:manage",
      "post /v1/tenants tenant:manage",
      "post /v1/tenants/{name}/pause tenant:manage",
      "post /v1/tenants/{name}/resume tenant:manage",
      "post /v1/topics topic:write",
      "post /v1/webhook-endpoints webhook:write",
      "post /v1/webhook-endpoints/{id}/replay webhook:write",
      "post /v1/webhook-endpoints/{id}/rotate-secret webhook:write",
      "post /v1/webhook-endpoints/{id}/test webhook:write",
      "put /v1/brand template:manage",
      "put /v1/templates/{id} template:manage",
      "put /v1/tracking tracking:write"
    ])
  })

  it.each(operations)("names key, summary and every answer of $name", ({ operation }) => {
    expect(operation.security).toEqual([{ apiKey: [] }])
    expect(operation.summary).not.toBe("")
    expect(Object.keys(operation.responses)).toEqual(
      expect.arrayContaining(["401", "403", "500", "503"])
    )
    for (const { description } of Object.values(operation.responses))
      expect(description).not.toBe("")
  })

  it("never shows a password in an answer, nor takes one but where an SMTP server is saved", () => {
    const { schemas } = document.components
    const holding = Object.entries(schemas)
      .filter(([, schema]) => JSON.stringify(schema).includes("password"))
      .map(([name]) => name)
    expect(holding).toEqual(["SaveSmtpConfig"])
    const answers = operations.flatMap(({ operation }) => Object.values(operation.responses))
    expect(JSON.stringify(answers)).not.toContain("SaveSmtpConfig")
  })

  it("shows the secrets of a webhook endpoint and of a source of feedback only where they are made", () => {
    const holding = Object.entries(document.components.schemas).filter(
      ([, schema]) => "secret" in ((schema as { properties?: object }).properties ?? {})
    )
    expect(holding.map(([name]) => name)).toEqual([
      "CreatedFeedbackSource",
      "CreatedWebhookEndpoint",
      "RotatedWebhookSecret",
      "CreatedOperatorWebhookEndpoint"
    ])
    const showing = operations.filter(({ operation }) =>
      /CreatedFeedbackSource|Created(Operator)?WebhookEndpoint|RotatedWebhookSecret/.test(
        JSON.stringify(operation.responses)
      )
    )
    expect(showing.map(({ name }) => name)).toEqual([
      "post /v1/feedback-sources",
      "post /v1/webhook-endpoints",
      "post /v1/webhook-endpoints/{id}/rotate-secret",
      "post /v1/operator/webhook-endpoints",
      "post /v1/operator/webhook-endpoints/{id}/rotate-secret"
    ])
  })

  it("takes a test of a webhook endpoint without a body", () => {
    expect(document.paths["/v1/webhook-endpoints/{id}/test"]).toMatchObject({
      post: { requestBody: { required: false } }
    })
    expect(document.paths["/v1/webhook-endpoints/{id}/replay"]).toMatchObject({
      post: { requestBody: { required: true } }
    })
  })

  it("describes what is posted to webhook endpoints, for each kind of event", () => {
    const { webhooks } = document as unknown as {
      webhooks: Readonly<
        Record<
          string,
          {
            readonly post: Operation & {
              readonly parameters: ReadonlyArray<{ readonly name: string }>
            }
          }
        >
      >
    }
    expect(Object.keys(webhooks)).toEqual([
      ...EventType.literals,
      ...OperatorWebhookEventType.literals
    ])
    expect(JSON.stringify(webhooks["email.clicked"])).toContain("#/components/schemas/EmailEvent")
    expect(JSON.stringify(webhooks["audit.recorded"])).toContain(
      "#/components/schemas/OperatorWebhookEvent"
    )
    for (const { post } of Object.values(webhooks)) {
      expect(post.parameters.map(({ name }) => name)).toEqual([
        "webhook-id",
        "webhook-timestamp",
        "webhook-signature",
        "x-service-signature"
      ])
      expect(post.security).toEqual([])
    }
  })

  it.each(Object.entries(document.components.schemas).filter(([name]) => !(name in errorTable)))(
    "describes each member of %s",
    (_, schema) => {
      const { properties = {} } = schema as {
        readonly properties?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
      }
      const isPlain = (member: Readonly<Record<string, unknown>>) =>
        ["description", "$ref", "const"].some((name) => name in member) ||
        (member["enum"] as ReadonlyArray<unknown> | undefined)?.length === 1
      expect(
        Object.entries(properties)
          .filter(([, member]) => !isPlain(member))
          .map(([name]) => name)
      ).toEqual([])
    }
  )

  it.each(operations)(
    "describes each parameter of $name, and each header of its answers",
    ({ operation }) => {
      const { parameters } = operation as unknown as {
        readonly parameters: ReadonlyArray<{ readonly description: string }>
      }
      for (const { description } of parameters) expect(description).toMatch(/\.$/)
      const headers = Object.values(operation.responses).flatMap((response) =>
        Object.keys((response as unknown as { readonly headers: object }).headers)
      )
      for (const name of headers) expect(document.components.headers).toHaveProperty(name)
      expect(headers).toContain("Retry-After")
      expect(headers).toContain("WWW-Authenticate")
    }
  )

  it("is found good by a linter of others, but for two paths that the interface has", async () => {
    const config = await createConfig({ extends: ["recommended"] })
    const problems = await lintFromString({
      source: JSON.stringify(document),
      absoluteRef: "openapi.json",
      config
    })
    expect(problems.map(({ message }) => message)).toEqual([
      expect.stringContaining(
        "ambiguous paths: `/v1/templates/starters/{slug}` and `/v1/templates/{id}/versions`"
      ),
      expect.stringContaining(
        "ambiguous paths: `/v1/templates/starters/{slug}` and `/v1/templates/{id}/restore`"
      )
    ])
  })

  it("resolves every reference, and speaks of none of the platform's own errors", () => {
    const text = JSON.stringify(document)
    const names = [...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name)
    expect(Object.keys(document.components.schemas)).toEqual(
      expect.arrayContaining([...new Set(names)])
    )
    expect(text).not.toMatch(/HttpApi|"_tag"|\(unknown\)|additionalProperties":false/)
  })
})
