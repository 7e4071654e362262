import assert from "node:assert/strict"
import { randomBytes } from "node:crypto"
import { once } from "node:events"
import { after, before, test } from "node:test"
import { setTimeout as pause } from "node:timers/promises"
import { createApp } from "../src/app.js"
import { openDatabase } from "../src/database.js"
import { openTelemark } from "../src/telemark.js"

const database = process.env.TELEMARK_EXAMPLE_DATABASE_URL
let pool, telemark, server, url

before(async () => {
  assert.ok(
    database,
    "Set TELEMARK_EXAMPLE_DATABASE_URL to an empty Postgres database: postgres://user:password@host:5432/database"
  )
  pool = await openDatabase(database)
  telemark = await openTelemark({ pool, secret: randomBytes(32).toString("base64") })
  telemark.startWorker()
  server = createApp(pool, telemark, "fjord").listen(0, "127.0.0.1")
  await once(server, "listening")
  url = `http://127.0.0.1:${server.address().port}/orders`
})

after(async () => {
  server?.close()
  server?.closeAllConnections()
  await telemark?.close()
  await pool?.end()
})

const order = async (body) => {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: "ada@example.com", sku: "mug", ...body })
  })
  return { status: response.status, body: await response.json() }
}

/** What became of an order's receipt, once it is no longer on its way. */
const receipt = async (id) => {
  for (;;) {
    const found = await (await fetch(`${url}/${id}/receipt`)).json()
    if (found.status !== "queued" && found.status !== "sending") return found
    await pause(10)
  }
}

/** What there is: orders, mugs in stock, and whom there is mail for. */
const state = async () => {
  const {
    rows: [{ orders }]
  } = await pool.query("SELECT count(*)::int AS orders FROM orders")
  const {
    rows: [{ stock }]
  } = await pool.query("SELECT stock FROM products WHERE sku = 'mug'")
  const { data } = await telemark.emails.list({ limit: 100 })
  return { orders, stock, recipients: data.map((email) => email.recipient_email) }
}

test("an order is placed and its receipt sent", { timeout: 120_000 }, async () => {
  const placed = await order({ quantity: 2, voucher: "SUMMER" })
  assert.equal(placed.status, 201)
  assert.deepEqual(await receipt(placed.body.id), {
    recipient: "ada@example.com",
    subject: `Your order ${placed.body.id}`,
    status: "sent"
  })
})

test("an order that fails takes its receipt with it", { timeout: 120_000 }, async () => {
  const before = await state()
  // The voucher is refused at the commit, when the receipt had been accepted already.
  assert.deepEqual(await order({ email: "bob@example.com", voucher: "SUMMER" }), {
    status: 409,
    body: { error: "voucher_used" }
  })
  assert.deepEqual(await order({ email: "bob@example.com", quantity: 1000 }), {
    status: 409,
    body: { error: "sold_out" }
  })
  assert.deepEqual(await order({ email: "bob@example.com", sku: "cup" }), {
    status: 409,
    body: { error: "no_such_product" }
  })
  assert.deepEqual(await state(), before)

  // Nor does anything come of it later: the worker that delivers the next receipt found none of
  // those.
  const next = await order({ email: "cyd@example.com" })
  assert.equal((await receipt(next.body.id)).status, "sent")
  assert.deepEqual((await state()).recipients, ["cyd@example.com", ...before.recipients])
})

test("a receipt that can't be sent takes its order with it", async () => {
  const before = await state()
  const { body, status } = await order({ email: "nobody" })
  assert.equal(status, 400)
  assert.deepEqual(Object.keys(body.details), ["to"])
  assert.deepEqual(await state(), before)
})

test("the dashboard shows the staff what it may see, and nobody else", async () => {
  const mail = new URL("/mail", url)
  assert.equal((await fetch(mail)).status, 401)
  const headers = { authorization: `Basic ${Buffer.from("staff:fjord").toString("base64")}` }
  const shell = await fetch(mail, { headers: { ...headers, accept: "text/html" } })
  assert.equal(shell.status, 200)
  assert.match(await shell.text(), /<base href="\.\/mail\/">/)
  const session = await (await fetch(`${mail}/session`, { headers })).json()
  assert.deepEqual(
    [session.name, session.tenant, session.scopes],
    ["Staff", "default", ["email:read", "suppression:read"]]
  )
  assert.equal((await fetch(`${mail}/v1/emails`, { headers })).status, 200)
  assert.equal((await fetch(`${mail}/v1/domains`, { headers })).status, 403)
})
