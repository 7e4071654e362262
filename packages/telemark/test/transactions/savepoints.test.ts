import { postgres } from "@telemark/postgres"
import type { PostgresClient } from "telemark"
import { describe, expect, it, onTestFinished } from "vitest"
import { to } from "./connections.js"
import { hostDatabase } from "./postgresHosts.js"
import { open, recipients } from "./suite.js"

const started = async () => {
  const { pool, url } = await hostDatabase()
  const telemark = await open(postgres({ url }))
  await telemark.templates.create({
    id: "order",
    name: "Order",
    subject_template: "Order",
    html: "<p>x</p>"
  })
  const client = await pool.connect()
  onTestFinished(() => {
    client.release()
  })
  const statements: Array<string> = []
  const transaction: PostgresClient = {
    query: (text, values) => {
      statements.push(text)
      return client.query(text, values)
    },
    getTransactionStatus: () => client.getTransactionStatus()
  }
  return { client, pool, statements, telemark, transaction }
}

/** How many savepoints there were, and how many stood in each other. */
const savepointsIn = (statements: ReadonlyArray<string>) => {
  let [count, depth, deepest] = [0, 0, 0]
  for (const statement of statements) {
    if (statement.startsWith("SAVEPOINT")) [count, depth] = [count + 1, depth + 1]
    if (statement.startsWith("RELEASE")) depth -= 1
    deepest = Math.max(deepest, depth)
  }
  return { count, deepest, left: depth }
}

describe("savepoints of sends in a transaction on Postgres", () => {
  it("are one for a send, and one more for each entry of a batch, none of which is left in the end", async () => {
    const { client, statements, telemark, transaction } = await started()
    await client.query("BEGIN")
    await telemark.emails.send(to("ada"), { transaction })
    expect([savepointsIn(statements), statements.length]).toEqual([
      { count: 1, deepest: 1, left: 0 },
      12
    ])
    statements.length = 0
    await telemark.emails.sendBatch(
      Array.from({ length: 20 }, (_, index) => to(`a${String(index)}`)),
      { transaction }
    )
    expect(savepointsIn(statements)).toEqual({ count: 21, deepest: 2, left: 0 })
    await client.query("COMMIT")
    expect(await recipients(telemark)).toHaveLength(21)
  })

  it("undo an entry of a batch by itself whose look-up fails", async () => {
    const { client, pool, telemark, transaction } = await started()
    const other = await pool.connect()
    onTestFinished(() => {
      other.release()
    })
    await other.query("BEGIN")
    await other.query("LOCK TABLE templates IN ACCESS EXCLUSIVE MODE")
    await client.query("BEGIN")
    await client.query("SET LOCAL lock_timeout = '50ms'")
    const { data } = await telemark.emails.sendBatch(
      [to("ada"), { to: "bob@example.com", template_id: "order" }, to("cleo")],
      { transaction }
    )
    expect(data.map(({ error }) => error?._tag)).toEqual([undefined, "StorageError", undefined])
    await client.query("COMMIT")
    await other.query("ROLLBACK")
    expect(await recipients(telemark)).toEqual(["ada@example.com", "cleo@example.com"])
  })
})
