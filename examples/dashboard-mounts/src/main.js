import { serve } from "@hono/node-server"
import { createFastify } from "./fastify.js"
import { createHono } from "./hono.js"
import { openTelemark } from "./telemark.js"

const { STAFF_PASSWORD = "fjord" } = process.env
const telemark = await openTelemark("data/mail.db")
telemark.startWorker()
const app = createFastify(telemark, STAFF_PASSWORD)
console.log(`Fastify  ${await app.listen({ port: 8080, host: "127.0.0.1" })}/mail`)
const server = serve(
  { fetch: createHono(telemark, STAFF_PASSWORD).fetch, port: 8081, hostname: "127.0.0.1" },
  ({ port }) => console.log(`Hono     http://127.0.0.1:${port}/mail`)
)

process.once("SIGTERM", async () => {
  server.close()
  await app.close()
  await telemark.close()
})
