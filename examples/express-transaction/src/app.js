import express from "express"
import { ValidationFailed } from "telemark"
import { OrderRefused, placeOrder } from "./orders.js"
import { isStaff } from "./staff.js"

/**
 * POST /orders places one; GET /orders/{id}/receipt tells what became of its mail; /mail shows the
 * staff all mail.
 */
export const createApp = (pool, telemark, staffPassword) => {
  const app = express()

  app.use("/mail", (request, response, next) => {
    if (!isStaff(request.headers.authorization, staffPassword))
      return response.status(401).set("www-authenticate", 'Basic realm="mail"').end()
    request.user = { name: "Staff" }
    next()
  })
  app.use(
    "/mail",
    telemark.dashboard({
      authorize: ({ user }) =>
        user === undefined
          ? null
          : { tenant: "default", scopes: ["email:read", "suppression:read"], name: user.name }
    })
  )

  app.use(express.json())

  app.post("/orders", async ({ body }, response) => {
    const { email, quantity = 1, sku, voucher = null } = body ?? {}
    if (
      typeof email !== "string" ||
      !Number.isInteger(quantity) ||
      quantity < 1 ||
      quantity > 1000
    ) {
      response.status(400).json({ error: "takes email, sku, quantity (1 to 1000) and voucher" })
      return
    }
    response
      .status(201)
      .json({ id: await placeOrder(pool, telemark, { email, quantity, sku, voucher }) })
  })

  app.get("/orders/:id/receipt", async ({ params: { id } }, response) => {
    const {
      data: [receipt]
    } = await telemark.emails.list({ tag: `order:${id}` })
    if (receipt === undefined) response.status(404).json({ error: "no such order" })
    else
      response.json({
        recipient: receipt.recipient_email,
        subject: receipt.subject,
        status: receipt.status
      })
  })

  app.use((error, _request, response, next) => {
    if (error instanceof OrderRefused) response.status(409).json({ error: error.reason })
    // The receipt can't be sent, to an address that is none for instance: then there is no order
    // either.
    else if (error instanceof ValidationFailed)
      response.status(400).json({ error: error.code, details: error.details })
    else next(error)
  })
  return app
}
