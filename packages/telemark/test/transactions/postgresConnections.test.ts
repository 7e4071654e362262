import { hostPool } from "@telemark-tools/postgres"
import { postgres } from "@telemark/postgres"
import pg from "pg"
import { StorageError } from "telemark"
import { describe, expect, it, onTestFinished } from "vitest"
import { statusOf, to } from "./connections.js"
import { hostKilled } from "./crash.js"
import { hostDatabase } from "./postgresHosts.js"
import { open, recipients } from "./suite.js"

describe("a send in a transaction on Postgres", () => {
  it("uses the host's connection alone, so that a pool of one is enough for both", async () => {
    const { url } = await hostDatabase()
    const pool = hostPool({ connectionString: url, max: 1 })
    onTestFinished(() => pool.end())
    const telemark = await open(postgres({ pool, connectTimeout: "1 hour" }))
    await telemark.templates.create({
      id: "order",
      name: "Order",
      subject_template: "Order",
      html: "<p>x</p>"
    })
    const client = await pool.connect()
    await client.query("BEGIN")
    const options = { transaction: client, idempotencyKey: "order-1" }
    await telemark.emails.send({ to: "ada@example.com", template_id: "order" }, options)
    await telemark.emails.sendBatch([to("bob"), to("cleo")], options)
    await client.query("COMMIT")
    client.release()
    expect(await recipients(telemark)).toEqual([
      "ada@example.com",
      "bob@example.com",
      "cleo@example.com"
    ])
  })

  it("reads numbers as numbers, whatever parsers the host has given its client", async () => {
    const { url } = await hostDatabase()
    const telemark = await open(postgres({ url }))
    const client = new pg.Client({
      connectionString: url,
      types: { getTypeParser: () => () => "not yours" }
    })
    await client.connect()
    onTestFinished(() => client.end())
    client.setTypeParser(pg.types.builtins.TEXT, (value) => value)
    await client.query("BEGIN")
    await telemark.emails.send(to("ada"), { transaction: client })
    await client.query("COMMIT")
    expect(await recipients(telemark)).toEqual(["ada@example.com"])
  })

  it("wakes the worker of another process when it is committed, and not before", async () => {
    const { pool, url } = await hostDatabase()
    const accepting = await open(postgres({ url }))
    const delivering = await open(postgres({ url }))
    delivering.startWorker({ pollInterval: "1 hour" })
    // It listens once it has delivered something that it was told of.
    const {
      queued: [first]
    } = await accepting.emails.send(to("ada"))
    await expect.poll(() => statusOf(accepting, first?.id)).toBe("sent")
    const client = await pool.connect()
    await client.query("BEGIN")
    const {
      queued: [second]
    } = await accepting.emails.send(to("bob"), { transaction: client })
    await expect(accepting.emails.get(second?.id ?? "")).rejects.toMatchObject({ _tag: "NotFound" })
    await client.query("COMMIT")
    client.release()
    await expect.poll(() => statusOf(accepting, second?.id)).toBe("sent")
  })

  it("fails without aborting the transaction, and the other statements are committed", async () => {
    const { pool, url } = await hostDatabase()
    const telemark = await open(postgres({ url }), { monthlyLimit: 100 })
    await telemark.emails.send(to("ada"))
    const [client, other] = [await pool.connect(), await pool.connect()]
    await other.query("BEGIN")
    await other.query("SELECT * FROM usage FOR UPDATE")
    await client.query("BEGIN")
    await client.query("SET LOCAL lock_timeout = '50ms'")
    await client.query("INSERT INTO orders (id) VALUES (1)")
    const error: unknown = await telemark.emails
      .send(to("bob"), { transaction: client })
      .catch((reason: unknown) => reason)
    expect(error).toMatchObject({ _tag: "StorageError", reason: "unavailable" })
    expect(error).toBeInstanceOf(StorageError)
    await other.query("ROLLBACK")
    await telemark.emails.send(to("cleo"), { transaction: client })
    await client.query("COMMIT")
    client.release()
    other.release()
    expect(await recipients(telemark)).toEqual(["ada@example.com", "cleo@example.com"])
    expect((await pool.query("SELECT id FROM orders")).rows).toEqual([{ id: 1 }])
  })

  it("is gone when the host is killed before it commits, and queued when it was killed after that", async () => {
    const { pool, url } = await hostDatabase()
    const telemark = await open(postgres({ url }))
    await hostKilled("postgres", url, "sent")
    expect([(await pool.query("SELECT id FROM orders")).rows, await recipients(telemark)]).toEqual([
      [],
      []
    ])
    await hostKilled("postgres", url, "committed")
    telemark.startWorker()
    await expect
      .poll(async () => (await telemark.emails.list({ status: "sent" })).data)
      .toHaveLength(1)
    expect((await pool.query("SELECT id FROM orders")).rows).toEqual([{ id: 1 }])
  })
})
