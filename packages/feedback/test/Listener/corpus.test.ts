import type { EmailStatus } from "@telemark/contract"
import { Emails, Suppressions, Tenants } from "@telemark/core"
import { bounceLimits, listenForBounces } from "@telemark/feedback"
import { capture } from "@telemark/smtp"
import { sqlite } from "@telemark/sqlite"
import { deliverDue } from "@telemark/worker"
import { Effect, Layer, References } from "effect"
import { Telemark } from "telemark"
import { describe, expect, it } from "vitest"
import { corpus } from "../corpus/index.js"
import { host, keys, returnPath } from "./support/listening.js"
import { deliver, greetedClient } from "./support/smtpClient.js"

interface Outcome {
  readonly status: EmailStatus
  /** The reason; empty if it is not. */
  readonly suppressed: string
}

const statuses: ReadonlyMap<string, EmailStatus> = new Map([
  ["deferred", "deferred"],
  ["delivered", "delivered"],
  ["bounced", "bounced"],
  ["complained", "complained"]
])
const ranks: ReadonlyArray<EmailStatus> = ["sent", "deferred", "delivered", "bounced", "complained"]
const reasons: ReadonlyArray<readonly [begin: string, reason: string]> = [
  ["complained ", "complaint"],
  ["unsubscribed ", "unsubscribe"],
  ["bounced invalid_recipient ", "bounce"]
]

/**
 * What becomes of a message that was sent, once everything was reported of it that the corpus says.
 */
const outcomeOf = (expected: ReadonlyArray<string>): Outcome => {
  const reported = expected.flatMap((report) => statuses.get(report.split(" ", 1)[0] ?? "") ?? [])
  return {
    status: reported.reduce(
      (first, second) => (ranks.indexOf(second) > ranks.indexOf(first) ? second : first),
      "sent"
    ),
    suppressed:
      reasons.find(([begin]) => expected.some((report) => report.startsWith(begin)))?.[1] ?? ""
  }
}

const layer = Layer.mergeAll(
  Telemark.layer({
    storage: sqlite({ filename: ":memory:" }),
    transport: capture(),
    from: "Shop <orders@shop.example>"
  }),
  Layer.succeed(References.MinimumLogLevel, "None")
)

describe("a message that was sent", () => {
  it("gets the status and the suppression that each message of the corpus reports at its return path", () =>
    Effect.runPromise(
      Effect.gen(function* () {
        const emails = yield* Emails
        const suppressions = yield* Suppressions
        const tenant = yield* Effect.flatMap(Tenants, (tenants) => tenants.getOrCreate("default"))
        const sent = yield* Effect.forEach(corpus, (_, index) =>
          Effect.map(
            emails.send(tenant, { to: `ada${String(index)}@far.example`, text: "Hello" }),
            ({ queued: [queued] }) => queued?.id ?? ""
          )
        )
        yield* deliverDue()
        const limits = { ...bounceLimits, messagesPerConnection: corpus.length, shareOfTime: 1 }
        const { port } = yield* listenForBounces({
          port: 0,
          host: "127.0.0.1",
          returnPathHost: host,
          keys: Effect.succeed(keys),
          limits
        })
        const client = yield* Effect.promise(() => greetedClient(port))
        for (const [index, { expected, name, source }] of corpus.entries()) {
          const id = sent[index] ?? ""
          const reply = yield* Effect.promise(() => deliver(client, [returnPath(id)], source))
          expect(reply, name).toMatch(/^250 /)
          const { status } = yield* emails.get(tenant.id, id)
          const { reason } = yield* suppressions.check(tenant.id, `ada${String(index)}@far.example`)
          expect({ status, suppressed: reason }, name).toEqual(outcomeOf(expected))
        }
      }).pipe(Effect.scoped, Effect.provide(layer))
    ))
})
