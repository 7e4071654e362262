import { sqlite } from "@telemark/sqlite"
import { drizzle as drizzleOf } from "drizzle-orm/better-sqlite3"
import { sql } from "drizzle-orm"
import {
  type PreparedEmail,
  StorageError,
  type Telemark,
  TelemarkClosed,
  type SqliteDatabase,
  type WrappedTransaction
} from "telemark"
import { drizzle } from "telemark/transactions"
import { describe, expect, it, vi } from "vitest"
import { ChangedMind } from "./host.js"
import { hostFile, ordersIn } from "./sqliteHosts.js"
import { open, recipients } from "./suite.js"

const to = (name: string) => ({
  to: `${name}@example.com`,
  subject: "Your order",
  text: "Thank you."
})

interface SynchronousHost {
  readonly telemark: Telemark
  readonly orders: () => ReadonlyArray<number>
  /** Runs the work in a transaction function. */
  readonly transaction: (
    work: (transaction: SqliteDatabase | WrappedTransaction, order: (id: number) => void) => void
  ) => void
}

const betterSqlite = async (): Promise<SynchronousHost> => {
  const { db, filename } = await hostFile()
  const insert = db.prepare("INSERT INTO orders (id) VALUES (?)")
  return {
    telemark: await open(sqlite({ filename })),
    orders: () => ordersIn(filename),
    transaction: (work) => {
      db.transaction(() => {
        work(db, (id) => insert.run(id))
      })()
    }
  }
}

const withDrizzle = async (): Promise<SynchronousHost> => {
  const { db, filename } = await hostFile()
  return {
    telemark: await open(sqlite({ filename })),
    orders: () => ordersIn(filename),
    transaction: (work) => {
      drizzleOf(db).transaction((tx) => {
        work(drizzle(tx), (id) => tx.run(sql`INSERT INTO orders (id) VALUES (${id})`))
      })
    }
  }
}

const hosts: ReadonlyArray<readonly [name: string, make: () => Promise<SynchronousHost>]> = [
  ["better-sqlite3", betterSqlite],
  ["Drizzle", withDrizzle]
]

describe.each(hosts)("a prepared send in a transaction function of %s", (_, makeHost) => {
  it("is queued once that returns, and wakes a worker then", async () => {
    const { orders, telemark, transaction } = await makeHost()
    telemark.startWorker({ pollInterval: "1 hour" })
    const prepared = await telemark.emails.prepare(to("ada"))
    let id = ""
    transaction((tx, order) => {
      order(1)
      id = prepared.send(tx).queued[0]!.id
    })
    await expect.poll(async () => (await telemark.emails.get(id)).status).toBe("sent")
    expect(orders()).toEqual([1])
  })

  it("is gone when that throws, and can be made in the next one", async () => {
    const { orders, telemark, transaction } = await makeHost()
    const prepared = await telemark.emails.prepare(to("ada"), { idempotencyKey: "order-1" })
    expect(() => {
      transaction((tx, order) => {
        order(1)
        prepared.send(tx)
        throw new ChangedMind()
      })
    }).toThrow(ChangedMind)
    expect([orders(), await recipients(telemark)]).toEqual([[], []])
    transaction((tx) => {
      expect(prepared.send(tx).idempotent_replay).toBe(false)
    })
    expect(await recipients(telemark)).toEqual(["ada@example.com"])
  })

  it("throws what is wrong with it, and the other statements are committed", async () => {
    const { orders, telemark, transaction } = await makeHost()
    await expect(telemark.emails.prepare({ to: "nobody", text: "x" })).rejects.toMatchObject({
      _tag: "ValidationFailed"
    })
    await telemark.close()
    const prepared = await telemark.emails.prepare(to("ada")).catch((error: unknown) => error)
    expect(prepared).toBeInstanceOf(TelemarkClosed)
    transaction((_tx, order) => {
      order(1)
    })
    expect(orders()).toEqual([1])
  })

  it("is made once: a second time it fails, and the other statements are committed", async () => {
    const { orders, telemark, transaction } = await makeHost()
    const prepared: PreparedEmail = await telemark.emails.prepare(to("ada"))
    transaction((tx, order) => {
      prepared.send(tx)
      expect(() => prepared.send(tx)).toThrow(StorageError)
      order(1)
    })
    expect([orders(), await recipients(telemark)]).toEqual([[1], ["ada@example.com"]])
  })
})

describe("a prepared send", () => {
  it("is refused by a Telemark that is closed, and by transactions that answer with promises", async () => {
    const { telemark, transaction } = await betterSqlite()
    const prepared = await telemark.emails.prepare(to("ada"))
    const client = { query: () => Promise.resolve({ rows: [] }) }
    expect(() => prepared.send(client as never)).toThrow("await emails.send")
    await telemark.close()
    transaction((tx) => {
      expect(() => prepared.send(tx)).toThrow(TelemarkClosed)
    })
  })

  it("is refused where Telemark's tables aren't, and outside of a transaction", async () => {
    const { telemark } = await betterSqlite()
    const prepared = await telemark.emails.prepare(to("ada"))
    const { db } = await hostFile()
    expect(() => db.transaction(() => prepared.send(db))()).toThrow(
      "Telemark's tables are not in the database"
    )
    expect(() => prepared.send(db)).toThrow("There is no open transaction")
  })

  it("does not wait for another send in the same transaction", async () => {
    const { db, filename } = await hostFile()
    const telemark = await open(sqlite({ filename }))
    const prepared = await telemark.emails.prepare(to("ada"))
    db.exec("BEGIN IMMEDIATE")
    const refusals: Array<unknown> = []
    const original = db.prepare.bind(db)
    vi.spyOn(db, "prepare").mockImplementationOnce((source: string) => {
      try {
        prepared.send(db)
      } catch (error) {
        refusals.push(error)
      }
      return original(source)
    })
    const other = telemark.emails.send(to("bob"), { transaction: db, idempotencyKey: "order-1" })
    await other
    expect(String(refusals)).toContain("under way")
    prepared.send(db)
    db.exec("COMMIT")
    expect(await recipients(telemark)).toEqual(["ada@example.com", "bob@example.com"])
  })
})
