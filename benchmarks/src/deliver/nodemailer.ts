/** nodemailer's own pool: it composes each message and sends it; nothing is kept. */
import { mailOf } from "@telemark-tools/load"
import { createTransport } from "nodemailer"
import { serveParent } from "../parent.js"
import { connections, planOf, printRate, recipientsOf } from "./plan.js"

serveParent()
const plan = planOf(process.argv.slice(2))
const transport = createTransport({
  pool: true,
  host: "127.0.0.1",
  port: plan.port,
  secure: false,
  ignoreTLS: true,
  maxConnections: connections,
  maxMessages: Infinity
})
const mails = Array.from({ length: plan.messages / plan.recipients }, (_, send) =>
  recipientsOf(send, plan.recipients).map((to) => ({
    to,
    ...mailOf(send),
    text: `Order ${String(send)}\n\nThank you for your order.`
  }))
).flat()
const started = performance.now()
await Promise.all(mails.map((mail) => transport.sendMail(mail)))
printRate(plan, started)
transport.close()
