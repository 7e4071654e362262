import * as SqlClient from "effect/sql/SqlClient"
import { Context, Effect, Layer, Schema } from "effect"
import { Mail } from "./Mail.js"

/** Nobody else fits in. */
export class TourFull extends Schema.TaggedError<TourFull>()("TourFull", { tour: Schema.String }) {}

export interface Booking {
  readonly tour: string
  readonly email: string
  readonly seats: number
}

const confirmation = ({ email, seats, tour }: Booking) => ({
  to: email,
  subject: `Your tour: ${tour}`,
  text: `We look forward to seeing you. Seats: ${seats}.`
})

/** Bookings of tours, each with its confirmation by mail. */
export class Bookings extends Context.Service<Bookings>()("app/Bookings", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const mail = yield* Mail

    yield* sql`CREATE TABLE IF NOT EXISTS tours (name TEXT PRIMARY KEY, seats INTEGER NOT NULL)`
    yield* sql`CREATE TABLE IF NOT EXISTS bookings (tour TEXT NOT NULL REFERENCES tours, email TEXT NOT NULL, seats INTEGER NOT NULL)`

    const seatsLeft = (tour: string) =>
      Effect.map(
        sql<{ readonly left: number }>`
          SELECT seats - (SELECT coalesce(sum(seats), 0) FROM bookings WHERE tour = name) AS left FROM tours WHERE name = ${tour}
        `,
        ([found]) => found?.left ?? 0
      )

    /**
     * Books seats and owes the confirmation: both, or neither. The mail is part of the transaction
     * since Telemark's storage uses this very `SqlClient`. Answers the mail's id.
     */
    const book = (booking: Booking) =>
      Effect.gen(function* () {
        yield* sql`INSERT INTO bookings ${sql.insert({ ...booking })}`
        const id = yield* mail.send(confirmation(booking))
        if ((yield* seatsLeft(booking.tour)) < 0) return yield* new TourFull({ tour: booking.tour })
        return id
      }).pipe(sql.withTransaction)

    return {
      book,
      seatsLeft,
      /** Offers a tour; one that is offered already stays as it is. */
      offer: (name: string, seats: number) =>
        sql`INSERT INTO tours ${sql.insert({ name, seats })} ON CONFLICT DO NOTHING`
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
