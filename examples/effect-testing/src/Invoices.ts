import {
  type Email,
  Emails,
  type NotFound,
  type SendError,
  type StorageError,
  Tenants
} from "@telemark/core"
import { Context, Effect, Layer } from "effect"

export interface Invoice {
  readonly number: number
  readonly email: string
  readonly cents: number
}

const mailOf = ({ cents, email, number }: Invoice) => ({
  to: email,
  from: "Fjord <invoices@fjord.example>",
  subject: `Invoice ${number}`,
  text: `Please pay ${(cents / 100).toFixed(2)} EUR.`,
  tags: { invoice: String(number) }
})

/** Invoices by mail: an Effect service over those of Telemark. */
export class Invoices extends Context.Service<Invoices>()("app/Invoices", {
  make: Effect.gen(function* () {
    const emails = yield* Emails
    const tenant = yield* Effect.flatMap(Tenants, (tenants) => tenants.getOrCreate("default"))
    return {
      /**
       * Sends an invoice, once however often it is called. Answers the ids of its mails: none if
       * the address is suppressed.
       */
      send: (invoice: Invoice): Effect.Effect<ReadonlyArray<string>, SendError> =>
        Effect.map(
          emails.send(tenant, mailOf(invoice), { idempotencyKey: `invoice-${invoice.number}` }),
          ({ queued }) => queued.map(({ id }) => id)
        ),
      /** What became of one of its mails. */
      statusOf: (id: string): Effect.Effect<Email["status"], NotFound | StorageError> =>
        Effect.map(emails.get(tenant.id, id), ({ status }) => status)
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
