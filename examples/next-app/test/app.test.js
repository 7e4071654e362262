import { capture } from "@telemark/smtp"
import { sqlite } from "@telemark/sqlite"
import { createClient } from "@telemark/client"
import assert from "node:assert/strict"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { after, before, test } from "node:test"
import { setTimeout as pause } from "node:timers/promises"
import { createTelemark } from "telemark"
import { startNext } from "./next.js"

let folder, app, key

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "fjord-"))
  const database = join(folder, "mail.db")
  // Processes of one machine may share the file. This one makes a key and is done.
  const telemark = await createTelemark({
    storage: sqlite({ filename: database }),
    transport: capture()
  })
  key = (await telemark.apiKeys.create({ name: "test" })).key
  await telemark.close()
  app = await startNext(database)
})

after(async () => {
  await app?.close()
  await rm(folder, { recursive: true })
})

/**
 * Fills the form in as a browser without scripts does: with the hidden fields that name the action.
 */
const invite = async (email) => {
  const page = await (await fetch(app.url)).text()
  const form = new FormData()
  for (const [tag] of page.matchAll(/<input type="hidden"[^>]*>/g)) {
    const [, name] = /name="([^"]*)"/.exec(tag)
    const [, value = ""] = /value="([^"]*)"/.exec(tag) ?? []
    form.set(name, value.replaceAll("&quot;", '"').replaceAll("&amp;", "&"))
  }
  form.set("email", email)
  return fetch(app.url, {
    method: "POST",
    headers: { origin: app.url },
    body: form,
    redirect: "manual"
  })
}

test(
  "the form sends a mail, and its page tells when it was sent",
  { timeout: 120_000 },
  async () => {
    const answer = await invite("ada@example.com")
    assert.equal(answer.status, 303)
    const page = new URL(answer.headers.get("location"), app.url)
    assert.match(page.pathname, /^\/invitations\/em_/)
    for (;;) {
      const html = await (await fetch(page)).text()
      if (html.includes('data-status="sent"')) break
      assert.match(html, /data-status="(queued|sending)"/)
      await pause(20)
    }
  }
)

test("the form says what is wrong with an address", async () => {
  const answer = await invite("nobody")
  assert.equal(answer.status, 200)
  assert.match(await answer.text(), /That is not an address/)
})

test("an invitation that there is none of isn't found", async () => {
  assert.equal((await fetch(`${app.url}/invitations/em_none`)).status, 404)
})

test("the HTTP interface is there as well, and asks for a key", { timeout: 120_000 }, async () => {
  const client = createClient({ baseUrl: `${app.url}/v1`, apiKey: key })
  const {
    queued: [mail]
  } = await client.emails.send({ to: "bob@example.com", subject: "Hello", text: "From elsewhere." })
  while ((await client.emails.get(mail.id)).status !== "sent") await pause(20)
  assert.equal((await fetch(`${app.url}/v1/emails`)).status, 401)
})

test(
  "the dashboard shows the staff what it may see, and nobody else",
  { timeout: 120_000 },
  async () => {
    assert.equal((await fetch(`${app.url}/mail`)).status, 401)
    const headers = { authorization: `Basic ${Buffer.from("staff:fjord").toString("base64")}` }
    for (const [path, base] of [
      ["/mail", "./mail/"],
      ["/mail/messages", "./"]
    ]) {
      const shell = await fetch(app.url + path, { headers: { ...headers, accept: "text/html" } })
      assert.equal(shell.status, 200)
      assert.ok((await shell.text()).includes(`<base href="${base}">`))
    }
    const session = await (await fetch(`${app.url}/mail/session`, { headers })).json()
    assert.deepEqual(
      [session.name, session.tenant, session.scopes],
      ["Staff", "default", ["email:read", "suppression:read"]]
    )
    assert.equal((await fetch(`${app.url}/mail/v1/emails`, { headers })).status, 200)
    assert.equal((await fetch(`${app.url}/mail/v1/domains`, { headers })).status, 403)
  }
)
