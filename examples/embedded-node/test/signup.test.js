import assert from "node:assert/strict"
import { once } from "node:events"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { after, before, test } from "node:test"
import { setTimeout as pause } from "node:timers/promises"
import { createApp } from "../src/app.js"
import { openTelemark } from "../src/telemark.js"

let folder, telemark, server, url

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "fjord-"))
  telemark = await openTelemark({ filename: join(folder, "mail.db") })
  telemark.startWorker()
  server = createApp(telemark).listen(0, "127.0.0.1")
  await once(server, "listening")
  url = `http://127.0.0.1:${server.address().port}/signup`
})

after(async () => {
  server.close()
  await telemark.close()
  await rm(folder, { recursive: true })
})

const signUp = async (email) => {
  const response = await fetch(url, { method: "POST", body: new URLSearchParams({ email }) })
  return { status: response.status, body: await response.json() }
}

const settled = async (id) => {
  for (;;) {
    const email = await (await fetch(`${url}/${id}`)).json()
    if (email.status !== "queued" && email.status !== "sending") return email
    await pause(10)
  }
}

test("a sign-up is welcomed once", { timeout: 120_000 }, async () => {
  const first = await signUp("ada@example.com")
  const second = await signUp("ada@example.com")
  assert.equal(first.status, 201)
  assert.deepEqual(second.body, first.body)
  assert.deepEqual(await settled(first.body.id), { status: "sent", error_message: null })
  assert.equal((await telemark.emails.list()).data.length, 1)
})

test("a wrong address is refused, and nothing is sent", async () => {
  const { body, status } = await signUp("nobody")
  assert.equal(status, 400)
  assert.deepEqual(Object.keys(body.details), ["to"])
})
