import { decode, EventType, newWebhookSecret, postSample, WebhookUrl } from "@telemark/core"
import { Effect, Redacted } from "effect"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { layerOwnWebhooks } from "../application/layers.js"
import { printAs, remark, visible } from "../output.js"
import { commandFailed, Reported } from "./failures.js"
import { group } from "./operationCommand.js"
import { json, optional } from "./parameters.js"
import { withSettings } from "./withSettings.js"

const type = Argument.Literals("type", EventType.literals).pipe(
  Argument.withDescription("The event's type.")
)

const forwardTo = Flag.String("forward-to").pipe(
  Flag.withDescription("The URL that it is posted to, such as http://127.0.0.1:3000/webhooks.")
)

const secret = optional(
  Flag.String("secret").pipe(
    Flag.withDescription(
      "The secret that signs it, whsec_…, as the receiver has it; by default a new one, which is printed."
    )
  )
)

const decodeUrl = decode(WebhookUrl, ["forward-to"])

const secretOf = (given: string | undefined) =>
  Effect.gen(function* () {
    if (given === undefined) {
      const made = yield* newWebhookSecret
      yield* remark(`Signed with ${made}; --secret takes another one.`)
      return Redacted.make(made)
    }
    if (/^whsec_[A-Za-z\d+/]+=*$/.test(given)) return Redacted.make(given)
    return yield* commandFailed(
      "invalid_secret",
      "--secret takes the secret of a webhook endpoint: whsec_ and base64."
    )
  })

const trigger = (name: string) =>
  Command.make(name, { type, forwardTo, secret, json }, (given) =>
    withSettings((settings) =>
      Effect.gen(function* () {
        const url = yield* Effect.fromResult(decodeUrl(given.forwardTo))
        const secret = yield* secretOf(given.secret)
        const { answer, error, event } = yield* Effect.provide(
          postSample({ type: given.type, url, secret }),
          layerOwnWebhooks(settings)
        )
        const { duration_ms } = answer
        const [status_code, response] =
          answer._tag === "Answered" ? [answer.status, answer.response] : [null, null]
        yield* printAs(
          given.json,
          { event, status_code, response, duration_ms, error },
          `${String(status_code ?? "no answer")}  ${String(duration_ms)} ms\n${visible(response ?? "")}`.trim()
        )
        if (error === null) return
        yield* remark(`telemark: ${error}`)
        return yield* new Reported()
      })
    )
  ).pipe(
    Command.withDescription(
      "Posts one sample event to a URL, signed as webhooks are, and prints the answer. It needs no database. This machine may be posted to, and networks in TELEMARK_ALLOW_NETWORKS."
    )
  )

export const events = group("events", "Posts sample events, to try a receiver of webhooks.", {
  trigger
})
