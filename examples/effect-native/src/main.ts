import { capture, smtp } from "@telemark/smtp"
import { Cause, Console, Effect, Exit, Stream } from "effect"
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

// On Node 22.19 and newer, NodeRuntime.runMain of @effect/platform-node does the rest.
const stop = new AbortController()
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop.abort())

const ended = await Effect.runPromiseExit(
  Effect.provide(
    program,
    appLive("data/tours.db", SMTP_URL === undefined ? capture() : smtp({ url: SMTP_URL }))
  ),
  { signal: stop.signal }
)
if (Exit.isFailure(ended) && !Cause.hasInterruptsOnly(ended.cause)) throw Cause.squash(ended.cause)
