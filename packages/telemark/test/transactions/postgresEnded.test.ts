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
  onTestFinished(() => {
    client.release()
  })
  const numbers = async (statement: string) =>
    (await pool.query<{ readonly id: number }>(statement)).rows.map(({ id }) => id)
  return {
    client,
    telemark,
    orders: () => numbers("SELECT id FROM orders ORDER BY id"),
    /** Mails that a worker would find whole. */
    pending: () =>
      numbers(
        "SELECT count(*)::int AS id FROM queue JOIN emails ON emails.id = queue.id JOIN bodies ON bodies.id = emails.body_id"
      )
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
 * The client, whose owner does something while that many statements of Telemark's have been made:
 * behind the last of them, or, with `isBefore`, before the next one.
 */
const watched = (
  client: pg.PoolClient,
  max: number,
  knowsStatus: boolean,
  act: () => Promise<unknown>,
  isBefore = false
): Watched => {
  let count = 0
  let acted: Promise<unknown> | undefined
  const query: PostgresClient["query"] = async (text, values) => {
    const nth = ++count
    const answer = client.query(text, values)
    if (nth === max && !isBefore) acted = act()
    try {
      return await answer
    } finally {
      if (nth === max && isBefore) await (acted = act())
    }
  }
  return {
    client: knowsStatus
      ? { query, getTransactionStatus: () => client.getTransactionStatus() }
      : { query },
    count: () => count,
    acted: () => acted
  }
}

const outcomeOf = (telemark: Telemark, transaction: PostgresClient): Promise<string> =>
  telemark.emails.send({ to: "ada@example.com", text: "x" }, { transaction }).then(
    () => "sent",
    (error: unknown) => (error instanceof TransactionUnusable ? error.reason : String(error))
  )

/**
 * The client, whose owner does something behind the answer to the statement that is the n-th to
 * begin so, before Telemark hears of it.
 */
const actingAt = (
  client: pg.PoolClient,
  beginning: string,
  nth: number,
  knowsStatus: boolean,
  act: () => Promise<unknown>
): PostgresClient => {
  let count = 0
  const query: PostgresClient["query"] = async (text, values) => {
    const answer = await client.query(text, values)
    if (text.startsWith(beginning) && ++count === nth) await act()
    return answer
  }
  return knowsStatus
    ? { query, getTransactionStatus: () => client.getTransactionStatus() }
    : { query }
}

const drivers = [
  ["a driver that knows the transaction's status", true],
  ["one that doesn't", false]
] as const

describe.each(drivers)(
  "a send whose transaction on Postgres ends while it is in progress, over %s,",
  (_, knowsStatus) => {
    it("is never made, whichever of its statements was the last", async () => {
      const { client, pending, telemark } = await started()
      let isOver = false
      for (let max = 1; !isOver; max++) {
        await client.query("BEGIN")
        const {
          acted,
          client: transaction,
          count
        } = watched(client, max, knowsStatus, () => client.query("ROLLBACK"))
        const outcome = await outcomeOf(telemark, transaction)
        await acted()
        isOver = acted() === undefined
        if (count() > max) expect([max, outcome]).toEqual([max, "not_open"])
        await client.query("ROLLBACK")
        expect([max, await pending()]).toEqual([max, [0]])
      }
    })

    it("does no harm to the one that is begun next on the same client", async () => {
      const { client, orders, pending, telemark } = await started()
      let max = 0
      for (let isOver = false; !isOver;) {
        max++
        await client.query("BEGIN")
        const { acted, client: transaction } = watched(client, max, knowsStatus, async () => {
          await client.query("ROLLBACK")
          await client.query("BEGIN")
          await client.query("INSERT INTO orders (id) VALUES ($1)", [max])
        })
        await outcomeOf(telemark, transaction)
        await acted()
        isOver = acted() === undefined
        await client.query(isOver ? "ROLLBACK" : "COMMIT")
      }
      expect(await orders()).toEqual(Array.from({ length: max - 1 }, (_each, index) => index + 1))
      expect(await pending()).toEqual([0])
    })

    it("does not continue in another one that was begun while it was preparing itself", async () => {
      const { client, orders, pending, telemark } = await started()
      for (const max of [2, 3, 4]) {
        await client.query("BEGIN")
        const { acted, client: transaction } = watched(
          client,
          max,
          knowsStatus,
          async () => {
            await client.query("ROLLBACK")
            await client.query("BEGIN")
            await client.query("INSERT INTO orders (id) VALUES ($1)", [max])
          },
          true
        )
        expect(await outcomeOf(telemark, transaction)).toBe("not_open")
        await acted()
        await client.query("COMMIT")
      }
      expect([await orders(), await pending()]).toEqual([[2, 3, 4], [0]])
    })

    it("is no whole mail of another one that was begun behind any of its statements", async () => {
      const { client, pending, telemark } = await started()
      for (let max = 1, isOver = false; !isOver; max++) {
        await client.query("BEGIN")
        const { acted, client: transaction } = watched(
          client,
          max,
          knowsStatus,
          async () => {
            await client.query("ROLLBACK")
            await client.query("BEGIN")
          },
          true
        )
        await outcomeOf(telemark, transaction)
        isOver = acted() === undefined
        await client.query(isOver ? "ROLLBACK" : "COMMIT")
        expect([max, await pending()]).toEqual([max, [0]])
      }
    })

    it("is not made in another one that was begun while it waited for its turn", async () => {
      const { client, pending, telemark } = await started()
      for (const max of [1, 3, 6]) {
        await client.query("BEGIN")
        const { client: transaction } = watched(
          client,
          max,
          knowsStatus,
          async () => {
            await client.query("ROLLBACK")
            await client.query("BEGIN")
          },
          true
        )
        const outcomes = await Promise.all([
          outcomeOf(telemark, transaction),
          outcomeOf(telemark, transaction)
        ])
        await client.query("COMMIT")
        expect([max, outcomes, await pending()]).toEqual([max, ["not_open", "not_open"], [0]])
      }
    })

    it.each([
      ["between two entries", "RELEASE SAVEPOINT", 1],
      ["in an entry", "SAVEPOINT", 2],
      ["in an entry that is refused", "SAVEPOINT", 3]
    ] as const)(
      "neither continues in the next one nor harms it, if it is a batch and is %s",
      async (_where, beginning, nth) => {
        const { client, orders, pending, telemark } = await started()
        await client.query("BEGIN")
        const transaction = actingAt(client, beginning, nth, knowsStatus, async () => {
          await client.query("ROLLBACK")
          await client.query("BEGIN")
          await client.query("INSERT INTO orders (id) VALUES (1)")
        })
        const entry = { to: "ada@example.com", text: "x" }
        const sent = telemark.emails.sendBatch([entry, { to: "nobody", text: "x" }, entry], {
          transaction
        })
        await expect(sent).rejects.toMatchObject({
          _tag: "TransactionUnusable",
          reason: "not_open"
        })
        await client.query("COMMIT")
        expect([await orders(), await pending()]).toEqual([[1], [0]])
      }
    )
  }
)
