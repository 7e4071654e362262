import { sqlite } from "@telemark/sqlite"
import Database from "better-sqlite3"
import { describe, expect, it, onTestFinished } from "vitest"
import { to } from "./connections.js"
import { hostKilled } from "./crash.js"
import { hostFile, ordersIn } from "./sqliteHosts.js"
import { open, recipients } from "./suite.js"

describe("a send in a transaction on SQLite", () => {
  it("uses the host's handle alone, which holds the lock of the only writer", async () => {
    const { db, filename } = await hostFile()
    const telemark = await open(sqlite({ filename, busyTimeout: 1 }))
    await telemark.templates.create({
      id: "order",
      name: "Order",
      subject_template: "Order",
      html: "<p>x</p>"
    })
    db.exec("BEGIN IMMEDIATE")
    const options = { transaction: db, idempotencyKey: "order-1" }
    await telemark.emails.send({ to: "ada@example.com", template_id: "order" }, options)
    await telemark.emails.sendBatch([to("bob"), to("cleo")], options)
    await expect(telemark.emails.send(to("dora"))).rejects.toMatchObject({ reason: "unavailable" })
    db.exec("COMMIT")
    expect(await recipients(telemark)).toEqual([
      "ada@example.com",
      "bob@example.com",
      "cleo@example.com"
    ])
  })

  it("does not fail where another writes between the host's BEGIN and the send, since it takes the lock first", async () => {
    const { db, filename } = await hostFile()
    const telemark = await open(sqlite({ filename }))
    db.exec("BEGIN")
    await telemark.emails.send(to("ada"))
    await telemark.emails.send(to("bob"), { transaction: db })
    db.exec("COMMIT")
    expect(await recipients(telemark)).toEqual(["ada@example.com", "bob@example.com"])
  })

  it("fails as unavailable if another connection holds the lock for longer than the handle waits, and the transaction continues", async () => {
    const { db, filename } = await hostFile()
    const telemark = await open(sqlite({ filename }))
    const other = new Database(filename)
    onTestFinished(() => {
      other.close()
    })
    db.pragma("busy_timeout = 1")
    other.exec("BEGIN IMMEDIATE")
    db.exec("BEGIN")
    await expect(telemark.emails.send(to("ada"), { transaction: db })).rejects.toMatchObject({
      _tag: "StorageError",
      reason: "unavailable"
    })
    other.exec("ROLLBACK")
    await telemark.emails.send(to("bob"), { transaction: db })
    db.prepare("INSERT INTO orders (id) VALUES (1)").run()
    db.exec("COMMIT")
    expect([await recipients(telemark), ordersIn(filename)]).toEqual([["bob@example.com"], [1]])
  })

  it("is gone when the host is killed before it commits, and queued when it was killed after that", async () => {
    const { filename } = await hostFile()
    const telemark = await open(sqlite({ filename }))
    await hostKilled("sqlite", filename, "sent")
    expect([ordersIn(filename), await recipients(telemark)]).toEqual([[], []])
    await hostKilled("sqlite", filename, "committed")
    telemark.startWorker()
    await expect
      .poll(async () => (await telemark.emails.list({ status: "sent" })).data)
      .toHaveLength(1)
    expect(ordersIn(filename)).toEqual([1])
  })
})
