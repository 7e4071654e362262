import { sampleWebhook, webhookSecret } from "@telemark/testing"
import { expect, it } from "vitest"
import { makeHook } from "../src/hooks.js"

const secret = webhookSecret()

const post = async ({
  body,
  headers
}: Pick<ReturnType<typeof sampleWebhook>, "body" | "headers">) => {
  const bounced: Array<string> = []
  const hook = makeHook(secret, (email) => bounced.push(email))
  const { status } = await hook(
    new Request("https://fjord.example/hooks", { method: "POST", headers, body })
  )
  return { status, bounced }
}

it("tells of bounces, and of nothing else", async () => {
  expect(
    await post(sampleWebhook("email.bounced", { secret, data: { recipient: "ada@example.com" } }))
  ).toEqual({ status: 204, bounced: ["ada@example.com"] })
  expect(await post(sampleWebhook("email.delivered", { secret }))).toEqual({
    status: 204,
    bounced: []
  })
})

it("takes webhooks while the secret is rotated", async () => {
  expect(
    (await post(sampleWebhook("email.bounced", { secret: [webhookSecret(), secret] }))).bounced
  ).toHaveLength(1)
})

it("refuses what others have signed, and what is old", async () => {
  expect(await post(sampleWebhook("email.bounced", { secret: webhookSecret() }))).toEqual({
    status: 400,
    bounced: []
  })
  expect(
    await post(sampleWebhook("email.bounced", { secret, at: Date.now() - 60 * 60 * 1000 }))
  ).toEqual({ status: 400, bounced: [] })
})
