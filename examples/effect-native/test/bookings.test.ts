import { describe, expect, it } from "@effect/vitest"
import { Inbox } from "@telemark/core"
import { capture } from "@telemark/smtp"
import { Effect, Layer, Option, Stream } from "effect"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { appLive } from "../src/app.js"
import { Bookings } from "../src/Bookings.js"
import { Mail } from "../src/Mail.js"

/** The application on an empty file, its mail captured. */
const TestLive = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "tours-"))),
  (folder) => Effect.promise(() => rm(folder, { recursive: true }))
).pipe(
  Effect.map((folder) => appLive(join(folder, "tours.db"), capture())),
  Layer.unwrap
)

/** Whom mail was captured for, newest first. */
const recipients = Effect.flatMap(Inbox, (inbox) =>
  Effect.map(inbox.list(100), (mails) => mails.map(({ recipient }) => recipient))
)

/**
 * Waits until that mail was sent. Followed under a name of its own, events come from the beginning.
 */
const sent = (id: string) =>
  Effect.flatMap(Mail, (mail) =>
    mail.events(id).pipe(
      Stream.filter(({ data, type }) => type === "email.sent" && data.email_id === id),
      Stream.runHead,
      Effect.map((event) => Option.getOrThrow(event).data)
    )
  )

// Live: the worker waits for mail in real time.
describe("bookings", () => {
  it.live("are kept together with their confirmations", () =>
    Effect.gen(function* () {
      const bookings = yield* Bookings
      yield* bookings.offer("Glacier", 10)
      const id = yield* bookings.book({ tour: "Glacier", email: "ada@example.com", seats: 4 })
      expect(yield* bookings.seatsLeft("Glacier")).toBe(6)

      expect(yield* sent(id)).toMatchObject({
        recipient: "ada@example.com",
        subject: "Your tour: Glacier"
      })
      expect(yield* recipients).toEqual(["ada@example.com"])
    }).pipe(Effect.provide(TestLive))
  )

  it.live("that fail take their confirmations with them", () =>
    Effect.gen(function* () {
      const bookings = yield* Bookings
      yield* bookings.offer("Kayak", 2)
      const refused = yield* Effect.flip(
        bookings.book({ tour: "Kayak", email: "bob@example.com", seats: 3 })
      )
      expect(refused._tag).toBe("TourFull")
      expect(yield* bookings.seatsLeft("Kayak")).toBe(2)

      // Nor does anything come of it later: the mail that is sent next is that of the next booking.
      yield* sent(yield* bookings.book({ tour: "Kayak", email: "cyd@example.com", seats: 2 }))
      expect(yield* recipients).toEqual(["cyd@example.com"])
    }).pipe(Effect.provide(TestLive))
  )

  it.live("fail with confirmations that can't be sent", () =>
    Effect.gen(function* () {
      const bookings = yield* Bookings
      yield* bookings.offer("Whales", 10)
      const refused = yield* Effect.flip(
        bookings.book({ tour: "Whales", email: "nobody", seats: 1 })
      )
      expect(refused._tag).toBe("ValidationFailed")
      expect(yield* bookings.seatsLeft("Whales")).toBe(10)
    }).pipe(Effect.provide(TestLive))
  )
})
