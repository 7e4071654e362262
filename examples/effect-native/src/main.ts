import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { capture, smtp } from "@telemark/smtp"
import { Console, Effect, Stream } from "effect"
import { mkdirSync } from "node:fs"
import { appLive } from "./app.js"
import { Bookings } from "./Bookings.js"
import { Mail } from "./Mail.js"

/**
 * Books two tours, of which the second is full, and tells what happens to mail until it is
 * interrupted.
 */
const program = Effect.gen(function* () {
  const bookings = yield* Bookings
  const mail = yield* Mail
  yield* bookings.offer("Northern lights", 1000)
  yield* bookings.book({ tour: "Northern lights", email: "ada@example.com", seats: 2 })
  yield* bookings
    .book({ tour: "Northern lights", email: "bob@example.com", seats: 2000 })
    .pipe(Effect.catchTag("TourFull", ({ tour }) => Console.log(`${tour} is full`)))
  yield* Stream.runForEach(mail.events("log"), ({ data, type }) =>
    Console.log(`${type}: ${data.recipient}, ${data.subject}`)
  )
})

const { SMTP_URL } = process.env
mkdirSync("data", { recursive: true })
NodeRuntime.runMain(
  Effect.provide(
    program,
    appLive("data/tours.db", SMTP_URL === undefined ? capture() : smtp({ url: SMTP_URL }))
  )
)
