import { sqlite } from "@telemark/sqlite"
import { drizzle as drizzleOf } from "drizzle-orm/better-sqlite3"
import { type HostTransaction, type Telemark, TransactionUnusable } from "telemark"
import { drizzle } from "telemark/transactions"
import { describe, expect, it, vi } from "vitest"
import { to } from "./connections.js"
import { hostFile, ordersIn } from "./sqliteHosts.js"
import { open, recipients } from "./suite.js"

const started = async () => {
  const { db, filename } = await hostFile()
  const telemark = await open(sqlite({ filename }))
  await telemark.templates.create({
    id: "order",
    name: "Order",
    subject_template: "Order",
    html: "<p>x</p>"
  })
  return { db, filename, telemark }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

/** What became of a send: "sent", or why not. */
const outcomeOf = (send: Promise<unknown>): Promise<string> =>
  send.then(
    () => "sent",
    (error: unknown) => (error instanceof TransactionUnusable ? error.reason : String(error))
  )

/** A send that takes several turns of the event loop. */
const slowly = (telemark: Telemark, transaction: HostTransaction, name = "ada") =>
  outcomeOf(
    telemark.emails.send(
      { to: `${name}@example.com`, template_id: "order" },
      { transaction, idempotencyKey: name }
    )
  )

describe("a send whose transaction on SQLite ends while it is in progress", () => {
  it.each(["ROLLBACK", "COMMIT"])(
    "begins no transaction itself, whenever the host says %s",
    async (end) => {
      const { db, telemark } = await started()
      const outcomes: Array<string> = []
      for (const turns of [0, 1, 2, 3, 5, 8, 13, 40]) {
        db.exec("BEGIN IMMEDIATE")
        const sent = slowly(telemark, db, `turn${String(turns)}`)
        for (let count = 0; count < turns; count++) await turn()
        db.exec(end)
        outcomes.push(await sent)
        expect(db.inTransaction).toBe(false)
      }
      expect([...new Set(outcomes)].filter((outcome) => outcome !== "sent")).toEqual(["not_open"])
      expect(await recipients(telemark)).toHaveLength(
        end === "COMMIT" ? outcomes.filter((outcome) => outcome === "sent").length : 0
      )
    }
  )

  it("is not made where it still waited for its turn", async () => {
    const { db, telemark } = await started()
    db.exec("BEGIN IMMEDIATE")
    const sends = [
      slowly(telemark, db, "ada"),
      outcomeOf(telemark.emails.send(to("bob"), { transaction: db }))
    ]
    db.exec("ROLLBACK")
    expect([await Promise.all(sends), db.inTransaction, await recipients(telemark)]).toEqual([
      ["not_open", "not_open"],
      false,
      []
    ])
  })

  it("stays out of the one that is begun next on the same handle", async () => {
    const { db, filename, telemark } = await started()
    const prepare = vi.spyOn(db, "prepare")
    for (const turns of [0, 1, 2, 3]) {
      db.exec("BEGIN IMMEDIATE")
      prepare.mockClear()
      const sent = slowly(telemark, db, `turn${String(turns)}`)
      while (prepare.mock.calls.length === 0) await turn()
      for (let count = 0; count < turns; count++) await turn()
      db.exec("ROLLBACK; BEGIN IMMEDIATE")
      db.prepare("INSERT INTO orders (id) VALUES (?)").run(turns)
      expect(["not_open", "sent"]).toContain(await sent)
      db.exec("COMMIT")
    }
    expect([ordersIn(filename), await recipients(telemark)]).toEqual([[0, 1, 2, 3], []])
  })

  it("stays out of it where it still waited for its turn", async () => {
    const { db, filename, telemark } = await started()
    const prepare = vi.spyOn(db, "prepare")
    for (const turns of [0, 1, 2]) {
      db.exec("BEGIN IMMEDIATE")
      prepare.mockClear()
      const sends = [
        slowly(telemark, db, `first${String(turns)}`),
        outcomeOf(telemark.emails.send(to("bob"), { transaction: db }))
      ]
      while (prepare.mock.calls.length === 0) await turn()
      for (let count = 0; count < turns; count++) await turn()
      db.exec("ROLLBACK; BEGIN IMMEDIATE")
      db.prepare("INSERT INTO orders (id) VALUES (?)").run(turns)
      await Promise.all(sends)
      db.exec("COMMIT")
    }
    expect([ordersIn(filename), await recipients(telemark)]).toEqual([[0, 1, 2], []])
  })

  it("stays out of it with each entry of a batch, refused ones too", async () => {
    const { db, filename, telemark } = await started()
    const prepare = vi.spyOn(db, "prepare")
    const entry = { to: "ada@example.com", template_id: "order" }
    for (const turns of [0, 1, 2, 3, 4, 5]) {
      db.exec("BEGIN IMMEDIATE")
      prepare.mockClear()
      const sent = outcomeOf(
        telemark.emails.sendBatch(
          [entry, { ...entry, to: "nobody" }, { ...entry, locale: "de" }, entry],
          { transaction: db }
        )
      )
      while (prepare.mock.calls.length === 0) await turn()
      for (let count = 0; count < turns; count++) await turn()
      db.exec("ROLLBACK; BEGIN IMMEDIATE")
      db.prepare("INSERT INTO orders (id) VALUES (?)").run(turns)
      expect(["not_open", "sent"]).toContain(await sent)
      db.exec("COMMIT")
    }
    expect([ordersIn(filename), await recipients(telemark)]).toEqual([[0, 1, 2, 3, 4, 5], []])
  })

  it("is refused in a function of Drizzle's, which can't await it, with what to do instead", async () => {
    const { db, telemark } = await started()
    const sends: Array<Promise<unknown>> = []
    drizzleOf(db).transaction((tx) => {
      sends.push(
        telemark.emails
          .send(to("ada"), { transaction: drizzle(tx) })
          .catch((error: unknown) => error)
      )
      sends.push(
        telemark.emails
          .sendBatch([to("ada")], { transaction: drizzle(tx) })
          .catch((error: unknown) => error)
      )
    })
    for (const error of await Promise.all(sends)) {
      expect(error).toMatchObject({ _tag: "TransactionUnusable", reason: "synchronous" })
      expect(String(error)).toContain("emails.prepare")
    }
    expect([db.inTransaction, await recipients(telemark)]).toEqual([false, []])
  })
})
