import assert from "node:assert/strict"
import { randomBytes } from "node:crypto"
import { after, before, test } from "node:test"
import { setTimeout as pause } from "node:timers/promises"
import { startSmtpPeer } from "@telemark/testing"
import { killAll, run, start } from "./processes.js"

const database = process.env.TELEMARK_EXAMPLE_DATABASE_URL
let relay, settings

before(async () => {
  assert.ok(
    database,
    "Set TELEMARK_EXAMPLE_DATABASE_URL to an empty Postgres database: postgres://user:password@host:5432/database"
  )
  relay = await startSmtpPeer()
  settings = {
    TELEMARK_DATABASE_URL: database,
    TELEMARK_SECRET: randomBytes(32).toString("base64"),
    TELEMARK_SMTP_URL: relay.url,
    TELEMARK_FROM: "Fjord <hello@fjord.example>",
    TELEMARK_PORT: "0"
  }
})

after(async () => {
  killAll()
  await relay?.close()
})

const jsonOf = async (...args) => {
  const { code, log, output } = await run([...args, "--json"], settings)
  assert.equal(code, 0, log)
  return JSON.parse(output)
}

/** Calls the API as curl would. */
const call = async (url, key, body) => {
  const response = await fetch(url, {
    method: body === undefined ? "GET" : "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify(body)
  })
  return { status: response.status, body: await response.json() }
}

/** What became of a mail, once it is no longer on its way. */
const settled = async (url, key) => {
  for (;;) {
    const { body } = await call(url, key)
    if (!["queued", "sending"].includes(body.status)) return body
    await pause(50)
  }
}

test(
  "an empty database is made ready, one process accepts a mail, another delivers it",
  { timeout: 180_000 },
  async () => {
    const migrated = await run(["migrate"], settings)
    assert.equal(migrated.code, 0, migrated.log)
    assert.match(migrated.output, /is up to date/)

    const { checks, ok } = await jsonOf("doctor")
    assert.equal(ok, true)
    assert.match(checks.find(({ check }) => check === "database").message, /is empty/)

    const server = start(["serve", "--no-worker", "--json"], settings)
    const {
      first_start: { key },
      url
    } = JSON.parse(await server.printed((text) => text.endsWith("}\n")))
    const worker = start(["worker"], settings)
    await worker.printed((text) => text.startsWith("Delivering from"))

    const sent = await call(`${url}/emails/send`, key, {
      to: "ada@example.com",
      subject: "Welcome to Fjord",
      text: "Good to have you here."
    })
    assert.equal(sent.status, 201)
    const { error_message, status } = await settled(`${url}/emails/${sent.body.queued[0].id}`, key)
    assert.deepEqual({ error_message, status }, { error_message: null, status: "sent" })
    assert.deepEqual(
      relay.mails.map(({ envelope }) => envelope),
      [{ from: "hello@fjord.example", to: ["ada@example.com"] }]
    )
    assert.match(relay.mails[0].source.toString(), /Good to have you here\./)

    assert.deepEqual(await jsonOf("recount"), { data: [{ tenant: "default", corrected: 0 }] })

    const ends = await Promise.all([server.stop(), worker.stop()])
    assert.deepEqual(
      ends.map(({ code }) => code),
      [0, 0],
      ends.map(({ log }) => log).join("\n")
    )
  }
)
