/**
 * Telemark's worker with webhook endpoints: prints how many mails, or how many events, it delivered
 * in a second, and its processor time for each in microseconds.
 */
import { mailOf } from "@telemark-tools/load"
import { smtp } from "@telemark/smtp"
import { setTimeout as sleep } from "node:timers/promises"
import { createTelemark } from "telemark"
import { serveParent, tell } from "../parent.js"
import { secret, storageOf } from "../storage.js"
import { meter, planOf } from "./plan.js"

serveParent()
const plan = planOf(process.argv.slice(2))
const receiver = `http://127.0.0.1:${plan.receiverPort}`
const telemark = await createTelemark({
  storage: storageOf(plan.database),
  secret,
  transport: smtp({ url: `smtp://127.0.0.1:${plan.smtpPort}` }),
  allowNetworks: ["127.0.0.1"]
})
for (let index = 0; index < plan.endpoints; index++) {
  await telemark.webhookEndpoints.create({
    url: `${receiver}/hooks/${index}`,
    events: ["email.sent"]
  })
}
await Promise.all(
  Array.from({ length: plan.messages }, (_, index) =>
    telemark.emails.send({ to: [`customer-${index}@example.com`], ...mailOf(index) })
  )
)

const untilSent = async (): Promise<void> => {
  while ((await telemark.analytics.summary("24h")).statuses.sent < plan.messages) await sleep(20)
}
const taken = async (): Promise<number> => Number(await (await fetch(receiver)).text())

if (plan.what === "mail") {
  const read = meter(plan.messages)
  const worker = telemark.startWorker({ webhookConcurrency: plan.webhookConcurrency })
  await untilSent()
  tell(read())
  await worker.close()
} else {
  const mailer = telemark.startWorker({ webhookConcurrency: 0 })
  await untilSent()
  await mailer.close()
  const events = plan.messages * plan.endpoints
  const before = await taken()
  const read = meter(events)
  const worker = telemark.startWorker({ webhookConcurrency: plan.webhookConcurrency })
  while ((await taken()) < before + events) await sleep(20)
  tell(read())
  await worker.close()
}
await telemark.close()
