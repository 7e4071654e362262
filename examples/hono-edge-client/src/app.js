import {
  createClient,
  NotFound,
  TelemarkError,
  ValidationFailed,
  verifyWebhook,
  WebhookVerificationFailed
} from "@telemark/client"
import { Hono } from "hono"

// Making a client opens nothing, so each request may have its own: at the edge, settings come with
// the request.
const clientOf = ({ env }) => createClient({ baseUrl: env.TELEMARK_URL, apiKey: env.TELEMARK_KEY })

/**
 * The bindings: TELEMARK_URL, TELEMARK_KEY, TELEMARK_WEBHOOK_SECRET, and UNREACHABLE, a
 * key-value store of addresses that mail has bounced from.
 */
export const app = new Hono()

app.post("/signup", async (c) => {
  const { email = "" } = await c.req.parseBody()
  if ((await c.env.UNREACHABLE.get(email)) !== null)
    return c.json({ error: "no mail gets there" }, 400)
  // The address is the key: pressing the button twice welcomes nobody twice.
  const {
    queued: [welcome]
  } = await clientOf(c).emails.send(
    { to: email, subject: "Welcome to Fjord", text: "Good to have you here." },
    { idempotencyKey: `welcome-${email}` }
  )
  return c.json({ id: welcome?.id ?? null }, 201)
})

app.get("/signup/:id", async (c) => {
  const { error_message, status } = await clientOf(c).emails.get(c.req.param("id"))
  return c.json({ status, error_message })
})

app.post("/hooks", async (c) => {
  // What was signed is these bytes: a parsed body would not do.
  const event = await verifyWebhook(
    await c.req.arrayBuffer(),
    c.req.raw.headers,
    c.env.TELEMARK_WEBHOOK_SECRET
  )
  if (event.type === "email.bounced")
    await c.env.UNREACHABLE.put(event.data.recipient, event.data.smtp_response ?? "")
  return c.body(null, 204)
})

app.onError((error, c) => {
  if (error instanceof ValidationFailed)
    return c.json({ error: error.code, details: error.details }, 400)
  if (error instanceof WebhookVerificationFailed) return c.json({ error: error.message }, 400)
  if (error instanceof NotFound) return c.json({ error: error.code }, 404)
  // The sign-up can be repeated: it goes under the same key.
  if (error instanceof TelemarkError)
    return c.json({ error: error.code, request_id: error.requestId }, 502)
  throw error
})
