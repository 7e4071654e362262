/**
 * Telemark in a host's own process, with its defaults: claims, composes, delivers and records every
 * message that was queued before.
 */
import { mailOf } from "@telemark-tools/load"
import { smtp } from "@telemark/smtp"
import { setTimeout as sleep } from "node:timers/promises"
import { createTelemark } from "telemark"
import { serveParent } from "../parent.js"
import { secret, storageOf } from "../storage.js"
import { planOf, printRate, recipientsOf } from "./plan.js"

serveParent()
const plan = planOf(process.argv.slice(2))
const telemark = await createTelemark({
  storage: storageOf(plan.database),
  secret,
  transport: smtp({ url: `smtp://127.0.0.1:${plan.port}` })
})
const sends = Array.from({ length: plan.messages / plan.recipients }, (_, send) =>
  telemark.emails.send({ to: [...recipientsOf(send, plan.recipients)], ...mailOf(send) })
)
await Promise.all(sends)

const started = performance.now()
const worker = telemark.startWorker()
while ((await telemark.analytics.summary("24h")).statuses.sent < plan.messages) await sleep(20)
printRate(plan, started)
await worker.close()
await telemark.close()
