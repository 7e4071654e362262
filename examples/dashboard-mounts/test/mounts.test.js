import { serve } from "@hono/node-server"
import assert from "node:assert/strict"
import { once } from "node:events"
import { after, before, test } from "node:test"
import { createFastify } from "../src/fastify.js"
import { createHono } from "../src/hono.js"
import { openTelemark } from "../src/telemark.js"

let telemark, app, server
const urls = {}

before(async () => {
  telemark = await openTelemark(":memory:")
  app = createFastify(telemark, "fjord")
  urls.Fastify = await app.listen({ port: 0, host: "127.0.0.1" })
  server = serve({ fetch: createHono(telemark, "fjord").fetch, port: 0, hostname: "127.0.0.1" })
  await once(server, "listening")
  urls.Hono = `http://127.0.0.1:${server.address().port}`
})

after(async () => {
  server?.close()
  server?.closeAllConnections()
  await app?.close()
  await telemark?.close()
})

for (const host of ["Fastify", "Hono"]) {
  test(`the dashboard in ${host} shows the staff what it may see, and nobody else`, async () => {
    const mail = `${urls[host]}/mail`
    assert.equal((await fetch(mail)).status, 401)
    const headers = { authorization: `Basic ${Buffer.from("staff:fjord").toString("base64")}` }
    for (const [path, base] of [
      ["", "./mail/"],
      ["/", "./"],
      ["/messages/em_1", "../"]
    ]) {
      const shell = await fetch(mail + path, { headers: { ...headers, accept: "text/html" } })
      assert.equal(shell.status, 200)
      assert.ok((await shell.text()).includes(`<base href="${base}">`))
    }
    const session = await (await fetch(`${mail}/session`, { headers })).json()
    assert.deepEqual(
      [session.name, session.tenant, session.scopes],
      ["Staff", "default", ["email:read", "suppression:read"]]
    )
    assert.equal((await fetch(`${mail}/v1/emails`, { headers })).status, 200)
    assert.equal((await fetch(`${mail}/v1/domains`, { headers })).status, 403)
  })
}
