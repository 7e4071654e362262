import { capture } from "@telemark/smtp"
import { sqlite } from "@telemark/sqlite"
import Database from "better-sqlite3"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createTelemark, NotFound, SendingPaused, ValidationFailed } from "telemark"
import { expect, it, onTestFinished } from "vitest"

const email = { to: "ada@example.com", subject: "Hello", text: "Hello" }

const start = async () => {
  const folder = await mkdtemp(join(tmpdir(), "telemark-reputation-"))
  onTestFinished(() => rm(folder, { recursive: true }))
  const filename = join(folder, "mail.db")
  const telemark = await createTelemark({
    storage: sqlite({ filename }),
    transport: capture(),
    from: "shop@example.com",
    reputation: "pause"
  })
  onTestFinished(telemark.close)
  await telemark.tenants.create({ name: "acme" })
  return { filename, telemark, acme: telemark.tenant("acme") }
}

it("a paused tenant's sends reject with SendingPaused, and only that tenant's; what is queued waits until it is resumed", async () => {
  const { acme, telemark } = await start()
  await acme.emails.send(email)
  expect(
    (await telemark.tenants.pause("acme", { note: "a list that was bought" })).paused
  ).toMatchObject({ reason: "operator", note: "a list that was bought" })
  const refused: unknown = await acme.emails.send(email).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(SendingPaused)
  expect(refused).toMatchObject({ reason: "operator", code: "sending_paused" })
  expect(await acme.emails.sendBatch([email])).toEqual({
    data: [{ error: new SendingPaused({ reason: "operator" }) }]
  })
  expect((await telemark.emails.send(email)).queued).toHaveLength(1)
  expect((await telemark.deliverDue()).emails.sent).toBe(1)
  expect(await acme.reputation.get()).toMatchObject({ level: "ok", paused: { reason: "operator" } })

  expect((await telemark.tenants.resume("acme")).paused).toBe(undefined)
  expect((await telemark.deliverDue()).emails.sent).toBe(1)
  expect((await acme.emails.send(email)).queued).toHaveLength(1)
  expect(await telemark.tenants.events()).toMatchObject([
    { type: "tenant.resumed" },
    { type: "tenant.paused", data: { tenant: "acme", note: "a list that was bought" } }
  ])
})

it("a send in an application's transaction is refused as well, and the transaction can go on", async () => {
  const { acme, filename, telemark } = await start()
  await telemark.tenants.pause("acme")
  const database = new Database(filename)
  onTestFinished(() => {
    database.close()
  })
  database.exec("CREATE TABLE orders (id INTEGER)")
  database.exec("BEGIN IMMEDIATE; INSERT INTO orders VALUES (1)")
  await expect(acme.emails.send(email, { transaction: database })).rejects.toBeInstanceOf(
    SendingPaused
  )
  database.exec("COMMIT")
  expect(database.prepare("SELECT COUNT(*) FROM orders").pluck().get()).toBe(1)
  expect(database.prepare("SELECT COUNT(*) FROM emails").pluck().get()).toBe(0)
})

it("pausing refuses unknown tenants and empty notes, and pausing twice keeps the first", async () => {
  const { telemark } = await start()
  await expect(telemark.tenants.pause("nobody")).rejects.toBeInstanceOf(NotFound)
  await expect(telemark.tenants.resume("nobody")).rejects.toBeInstanceOf(NotFound)
  await expect(telemark.tenants.pause("acme", { note: "" })).rejects.toBeInstanceOf(
    ValidationFailed
  )
  await telemark.tenants.pause("acme", { note: "first" })
  expect((await telemark.tenants.pause("acme", { note: "second" })).paused?.note).toBe("first")
})
