import { createClient } from "@telemark/client"
import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { setTimeout as pause } from "node:timers/promises"
import { startEdge } from "./edge.js"
import { startServer } from "./server.js"

let edge, server, client

before(async () => {
  server = await startServer()
  edge = await startEdge()
  client = createClient({ baseUrl: server.url, apiKey: server.key })
  const { secret } = await client.webhookEndpoints.create({
    url: `${edge.url}/hooks`,
    events: ["email.bounced"]
  })
  edge.bind({
    TELEMARK_URL: server.url,
    TELEMARK_KEY: server.key,
    TELEMARK_WEBHOOK_SECRET: secret
  })
})

after(async () => {
  await edge?.close()
  await server?.close()
})

const signUp = async (email) => {
  const response = await fetch(`${edge.url}/signup`, {
    method: "POST",
    body: new URLSearchParams({ email })
  })
  return { status: response.status, body: await response.json() }
}

const until = async (look) => {
  for (;;) {
    const found = await look()
    if (found !== undefined) return found
    await pause(20)
  }
}

/** What became of a mail, once it is no longer on its way. */
const settled = (id) =>
  until(async () => {
    const email = await (await fetch(`${edge.url}/signup/${id}`)).json()
    return ["queued", "sending"].includes(email.status) ? undefined : email
  })

test("there is nothing of Node where the application runs", () => {
  const names = ["process", "Buffer", "require", "module", "setImmediate"]
  assert.deepEqual(
    names.filter((name) => edge.evaluate(`typeof ${name}`) !== "undefined"),
    []
  )
})

test("a sign-up is welcomed once", { timeout: 120_000 }, async () => {
  const first = await signUp("ada@example.com")
  const second = await signUp("ada@example.com")
  assert.equal(first.status, 201)
  assert.deepEqual(second, first)
  assert.deepEqual(await settled(first.body.id), { status: "sent", error_message: null })
  assert.equal((await client.emails.list({ recipient: "ada@example.com" })).data.length, 1)
})

test("what the server refuses comes back as an error that can be told apart", async () => {
  const { body, status } = await signUp("nobody")
  assert.equal(status, 400)
  assert.deepEqual(Object.keys(body.details), ["to"])
  assert.equal((await fetch(`${edge.url}/signup/em_none`)).status, 404)
})

test("a bounce comes by a webhook, and is remembered", { timeout: 120_000 }, async () => {
  // Nothing is sent to this address: where mail is captured, it bounces.
  const { status } = await signUp("bounced+edge@telemark.test")
  assert.equal(status, 201)
  const refused = await until(async () => {
    const again = await signUp("bounced+edge@telemark.test")
    return again.status === 201 ? undefined : again
  })
  assert.deepEqual(refused, { status: 400, body: { error: "no mail gets there" } })
})

test("a forged webhook is refused", async () => {
  const forged = await fetch(`${edge.url}/hooks`, {
    method: "POST",
    headers: { "x-service-signature": `t=${Math.floor(Date.now() / 1000)},v1=${"0".repeat(64)}` },
    body: JSON.stringify({ type: "email.bounced", data: { recipient: "ada@example.com" } })
  })
  assert.equal(forged.status, 400)
  assert.equal((await signUp("ada@example.com")).status, 201)
})
