import { Emails, EventStreams, type SendRequest, Tenants } from "@telemark/core"
import { Context, Effect, Layer, Schema } from "effect"

/** The address is suppressed: mail has bounced from it, or it wants none. */
export class NotSent extends Schema.TaggedError<NotSent>()("NotSent", {}) {}

/** Mail of this application, which is one tenant of Telemark's. */
export class Mail extends Context.Service<Mail>()("app/Mail", {
  make: Effect.gen(function* () {
    const emails = yield* Emails
    const events = yield* EventStreams
    const tenant = yield* Effect.flatMap(Tenants, (tenants) => tenants.getOrCreate("default"))
    return {
      /** Owes a mail, in the transaction of the caller if there is one. Answers the mail's id. */
      send: (request: SendRequest) =>
        Effect.flatMap(emails.send(tenant, request), ({ queued: [first] }) =>
          first === undefined ? Effect.fail(new NotSent()) : Effect.succeed(first.id)
        ),
      /**
       * What happens to mail, from the beginning; nothing is missed, also while the application is
       * down.
       */
      events: (name: string) => events.follow(tenant.id, { name, from: "beginning" }),
      find: (id: string) => emails.get(tenant.id, id)
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
