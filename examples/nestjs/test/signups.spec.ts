import assert from "node:assert/strict"
import { after, before, beforeEach, test } from "node:test"
import { Test } from "@nestjs/testing"
import { capture } from "@telemark/smtp"
import { sqlite } from "@telemark/sqlite"
import { TelemarkClosed } from "telemark"
import { TelemarkModule } from "../src/telemark/telemark.module.js"
import { TelemarkService } from "../src/telemark/telemark.service.js"
import { openTestApp } from "./openTestApp.js"

let opened: Awaited<ReturnType<typeof openTestApp>>

before(async () => {
  opened = await openTestApp()
})
beforeEach(() => opened.telemark.mailbox.clear())
after(() => opened.app.close())

const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  fetch(`${opened.url}${path}`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify(body)
  })

test("a sign-up is welcomed once", async () => {
  const first = await post("/signups", { email: "ada@example.com" })
  const second = await post("/signups", { email: "ada@example.com" })
  assert.equal(first.status, 201)
  assert.deepEqual(await second.json(), await first.json())
  assert.deepEqual(
    opened.telemark.mailbox.all().map(({ from, subject, to }) => ({ from, subject, to })),
    [{ from: "hello@fjord.example", subject: "Welcome to Fjord", to: "ada@example.com" }]
  )
})

test("a wrong address is refused, and nothing is sent", async () => {
  const response = await post("/signups", { email: "nobody" })
  assert.equal(response.status, 400)
  const { details } = (await response.json()) as { details: Record<string, unknown> }
  assert.deepEqual(Object.keys(details), ["to"])
  assert.deepEqual(opened.telemark.mailbox.all(), [])
})

test("the HTTP interface takes mail with a key, also larger mail than Nest reads", async () => {
  const mail = {
    to: "bob@example.com",
    subject: "Your photo",
    text: "It is attached.",
    attachments: [{ filename: "photo.jpg", content: Buffer.alloc(1024 * 1024).toString("base64") }]
  }
  assert.equal((await post("/v1/emails/send", mail)).status, 401)
  const { key } = await opened.telemark.apiKeys.create({ name: "website" })
  const sent = await post("/v1/emails/send", mail, { authorization: `Bearer ${key}` })
  assert.equal(sent.status, 201)
  assert.deepEqual(
    opened.telemark.mailbox.all().map(({ attachments, to }) => [to, attachments[0]?.size]),
    [["bob@example.com", 1024 * 1024]]
  )
})

test("a worker delivers from the start of an application to its end", async () => {
  const tested = await Test.createTestingModule({
    imports: [
      TelemarkModule.forRoot({
        storage: sqlite({ filename: ":memory:" }),
        transport: capture(),
        from: "Fjord <hello@fjord.example>"
      })
    ]
  }).compile()
  const app = tested.createNestApplication({ logger: false })
  await app.init()
  const telemark = app.get(TelemarkService)
  const recipient = await new Promise<string>((resolve, reject) => {
    telemark.on("email.sent", ({ data }) => resolve(data.recipient))
    telemark.emails.send({ to: "cyd@example.com", text: "Hello" }).catch(reject)
  })
  assert.equal(recipient, "cyd@example.com")
  await app.close()
  await assert.rejects(telemark.emails.list(), TelemarkClosed)
})
