import { postgres } from "@telemark/postgres"
import type pg from "pg"
import { type PostgresClient, type Telemark, TransactionUnusable } from "telemark"
import { describe, expect, it, onTestFinished } from "vitest"
import { hostDatabase } from "./postgresHosts.js"
import { open } from "./suite.js"

const started = async () => {
  const { pool, url } = await hostDatabase()
  const telemark = await open(postgres({ url }))
  const client = await pool.connect()
  onTestFinished(() => { client.release() })
  const numbers = async (statement: string) => (await pool.query<{ readonly id: number }>(statement)).rows.map(({ id }) => id)
  return {
    client,
    telemark,
    orders: () => numbers("SELECT id FROM orders ORDER BY id"),
    /** Mails that a worker would find whole. */
    owed: () => numbers("SELECT count(*)::int AS id FROM queue JOIN emails ON emails.id = queue.id JOIN bodies ON bodies.id = emails.body_id")
  }
}

interface Watched {
  readonly client: PostgresClient
  /** How many statements there were. */
  readonly count: () => number
  /** What the client's owner did meanwhile, if it was its time. */
  readonly acted: () => Promise<unknown> | undefined
}

/**
 * The client, whose owner does something while that many statements of Telemark's have been made: behind the last of them, or, with
 * `isBefore`, before the next one.
 */
const watched = (client: pg.PoolClient, most: number, knowsStatus: boolean, act: () => Promise<unknown>, isBefore = false): Watched => {
  let count = 0
  let acted: Promise<unknown> | undefined
  const query: PostgresClient["query"] = async (text, values) => {
    const nth = ++count
    const answer = client.query(text, values)
    if (nth === most && !isBefore) acted = act()
    try {
      return await answer
    } finally {
      if (nth === most && isBefore) await (acted = act())
    }
  }
  return {
    client: knowsStatus ? { query, getTransactionStatus: () => client.getTransactionStatus() } : { query },
    count: () => count,
    acted: () => acted
  }
}

const outcomeOf = (telemark: Telemark, transaction: PostgresClient): Promise<string> =>
  telemark.emails.send({ to: "ada@example.com", text: "x" }, { transaction }).then(
    () => "sent",
    (error: unknown) => error instanceof TransactionUnusable ? error.reason : String(error)
  )

/** The client, whose owner does something behind the answer to the statement that is the n-th to begin so, before Telemark hears of it. */
const heldAt = (client: pg.PoolClient, beginning: string, nth: number, knowsStatus: boolean, act: () => Promise<unknown>): PostgresClient => {
  let count = 0
  const query: PostgresClient["query"] = async (text, values) => {
    const answer = await client.query(text, values)
    if (text.startsWith(beginning) && ++count === nth) await act()
    return answer
  }
  return knowsStatus ? { query, getTransactionStatus: () => client.getTransactionStatus() } : { query }
}

const drivers = [["a driver that knows the transaction's status", true], ["one that doesn't", false]] as const

describe.each(drivers)("a send whose transaction on Postgres ends while it is under way, over %s,", (_, knowsStatus) => {
  it("is never made, whichever of its statements was the last", async () => {
    const { client, owed, telemark } = await started()
    let isOver = false
    for (let most = 1; !isOver; most++) {
      await client.query("BEGIN")
      const { acted, client: transaction, count } = watched(client, most, knowsStatus, () => client.query("ROLLBACK"))
      const outcome = await outcomeOf(telemark, transaction)
      await acted()
      isOver = acted() === undefined
      if (count() > most) expect([most, outcome]).toEqual([most, "not_open"])
      await client.query("ROLLBACK")
      expect([most, await owed()]).toEqual([most, [0]])
    }
  }, 60_000)

  it("does no harm to the one that is begun next on the same client", async () => {
    const { client, orders, owed, telemark } = await started()
    let most = 0
    for (let isOver = false; !isOver;) {
      most++
      await client.query("BEGIN")
      const { acted, client: transaction } = watched(client, most, knowsStatus, async () => {
        await client.query("ROLLBACK")
        await client.query("BEGIN")
        await client.query("INSERT INTO orders (id) VALUES ($1)", [most])
      })
      await outcomeOf(telemark, transaction)
      await acted()
      isOver = acted() === undefined
      await client.query(isOver ? "ROLLBACK" : "COMMIT")
    }
    expect(await orders()).toEqual(Array.from({ length: most - 1 }, (_each, index) => index + 1))
    expect(await owed()).toEqual([0])
  }, 60_000)

  it("does not go on in another one that was begun while it was preparing itself", async () => {
    const { client, orders, owed, telemark } = await started()
    for (const most of [2, 3, 4]) {
      await client.query("BEGIN")
      const { acted, client: transaction } = watched(client, most, knowsStatus, async () => {
        await client.query("ROLLBACK")
        await client.query("BEGIN")
        await client.query("INSERT INTO orders (id) VALUES ($1)", [most])
      }, true)
      expect(await outcomeOf(telemark, transaction)).toBe("not_open")
      await acted()
      await client.query("COMMIT")
    }
    expect([await orders(), await owed()]).toEqual([[2, 3, 4], [0]])
  })

  it("is no whole mail of another one that was begun behind any of its statements", async () => {
    const { client, owed, telemark } = await started()
    for (let most = 1, isOver = false; !isOver; most++) {
      await client.query("BEGIN")
      const { acted, client: transaction } = watched(client, most, knowsStatus, async () => {
        await client.query("ROLLBACK")
        await client.query("BEGIN")
      }, true)
      await outcomeOf(telemark, transaction)
      isOver = acted() === undefined
      await client.query(isOver ? "ROLLBACK" : "COMMIT")
      expect([most, await owed()]).toEqual([most, [0]])
    }
  }, 60_000)

  it("is not made in another one that was begun while it waited for its turn", async () => {
    const { client, owed, telemark } = await started()
    for (const most of [1, 3, 6]) {
      await client.query("BEGIN")
      const { client: transaction } = watched(client, most, knowsStatus, async () => {
        await client.query("ROLLBACK")
        await client.query("BEGIN")
      }, true)
      const outcomes = await Promise.all([outcomeOf(telemark, transaction), outcomeOf(telemark, transaction)])
      await client.query("COMMIT")
      expect([most, outcomes, await owed()]).toEqual([most, ["not_open", "not_open"], [0]])
    }
  })

  it.each([
    ["between two entries", "RELEASE SAVEPOINT", 1],
    ["in an entry", "SAVEPOINT", 2],
    ["in an entry that is refused", "SAVEPOINT", 3]
  ] as const)("neither goes on in the next one nor harms it, where it is a batch and stands %s", async (_where, beginning, nth) => {
    const { client, orders, owed, telemark } = await started()
    await client.query("BEGIN")
    const transaction = heldAt(client, beginning, nth, knowsStatus, async () => {
      await client.query("ROLLBACK")
      await client.query("BEGIN")
      await client.query("INSERT INTO orders (id) VALUES (1)")
    })
    const entry = { to: "ada@example.com", text: "x" }
    const sent = telemark.emails.sendBatch([entry, { to: "nobody", text: "x" }, entry], { transaction })
    await expect(sent).rejects.toMatchObject({ _tag: "TransactionUnusable", reason: "not_open" })
    await client.query("COMMIT")
    expect([await orders(), await owed()]).toEqual([[1], [0]])
  })
})
