import { once } from "node:events"
import { keepJournal, reportComplaints } from "./journal.js"
import { createReceiver } from "./receiver.js"
import { openTelemark } from "./telemark.js"

const telemark = await openTelemark("data/mail.db")
telemark.startWorker()

// The secret is shown once. Where an earlier start has made the endpoint already, a new one is made
// for it.
let secret
const receiver = createReceiver(
  () => secret,
  ({ data, type }) => console.log(`webhook: ${type} of ${data.recipient}`)
).listen(8081, "127.0.0.1")
await once(receiver, "listening")
const {
  data: [endpoint]
} = await telemark.webhookEndpoints.list()
const saved =
  endpoint === undefined
    ? await telemark.webhookEndpoints.create({
        url: "http://127.0.0.1:8081/hooks",
        events: ["email.sent", "email.complained"]
      })
    : await telemark.webhookEndpoints.rotateSecret(endpoint.id)
secret = saved.secret

const journal = new Map()
const kept = keepJournal(telemark, journal)
reportComplaints(telemark, console.log)

await telemark.emails.send({
  to: "ada@example.com",
  subject: "Welcome to Fjord",
  text: "Good to have you here."
})

process.once("SIGINT", async () => {
  // The journal ends with the events that it has received.
  await telemark.close()
  await kept
  console.log(`${journal.size} events in the journal`)
  receiver.close()
})
