import assert from "node:assert/strict"
import { once } from "node:events"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { after, before, test } from "node:test"
import { setTimeout as pause } from "node:timers/promises"
import { keepJournal, reportComplaints } from "../src/journal.js"
import { createReceiver } from "../src/receiver.js"
import { openTelemark } from "../src/telemark.js"

let folder, telemark, receiver, secret, url
const received = []

const start = async () => {
  telemark = await openTelemark(join(folder, "mail.db"))
  telemark.startWorker()
}

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "fjord-"))
  await start()
  receiver = createReceiver(
    () => secret,
    (event) => received.push(event)
  ).listen(0, "127.0.0.1")
  await once(receiver, "listening")
  url = `http://127.0.0.1:${receiver.address().port}/hooks`
})

after(async () => {
  await telemark.close()
  receiver.close()
  receiver.closeAllConnections()
  await rm(folder, { recursive: true })
})

const until = async (isSo) => {
  while (!(await isSo())) await pause(10)
}

const welcome = async (to) => {
  const {
    queued: [{ id }]
  } = await telemark.emails.send({
    to,
    subject: "Welcome to Fjord",
    text: "Good to have you here."
  })
  return id
}

test("webhooks are verified, and forged ones refused", { timeout: 120_000 }, async () => {
  const endpoint = await telemark.webhookEndpoints.create({ url, events: ["email.sent"] })
  secret = endpoint.secret
  const { error, status } = await telemark.webhookEndpoints.test(endpoint.id)
  assert.deepEqual({ error, status }, { error: null, status: "delivered" })
  const id = await welcome("ada@example.com")
  await until(() => received.some(({ data }) => data.email_id === id))

  const forged = await fetch(url, {
    method: "POST",
    headers: { "x-service-signature": `t=${Math.floor(Date.now() / 1000)},v1=${"0".repeat(64)}` },
    body: "{}"
  })
  assert.equal(forged.status, 400)
  secret = (await telemark.webhookEndpoints.rotateSecret(endpoint.id)).secret
  assert.equal((await telemark.webhookEndpoints.test(endpoint.id)).status, "delivered")
})

test(
  "the journal misses nothing, also while the application is down, and complaints are reported",
  { timeout: 120_000 },
  async () => {
    const journal = new Map()
    const recipients = () => [...journal.values()].map(({ recipient }) => recipient)
    const first = keepJournal(telemark, journal)
    const reported = []
    reportComplaints(telemark, (text) => reported.push(text))
    const id = await welcome("bob@example.com")
    await until(() => recipients().includes("bob@example.com"))
    assert.equal((await telemark.feedback.record(id, { kind: "complained" })).outcome, "recorded")
    await until(() => reported.length === 1 && journal.size === 2)
    assert.deepEqual(reported, ['bob@example.com reported "Welcome to Fjord" as spam.'])
    await telemark.close()
    await first

    await start()
    await welcome("cyd@example.com")
    await until(async () =>
      (await telemark.emails.list({ status: "sent" })).data.some(
        (email) => email.recipient_email === "cyd@example.com"
      )
    )
    void keepJournal(telemark, journal)
    await until(() => recipients().includes("cyd@example.com"))
    assert.deepEqual(recipients(), ["bob@example.com", "bob@example.com", "cyd@example.com"])
  }
)
