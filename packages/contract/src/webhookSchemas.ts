import { Schema } from "effect"
import { count, flag, instant, list, named, optional, orNull, required, text } from "./members.js"
import { pageOf, wholeListOf } from "./paging.js"
import { maxMembers } from "./validation/bounds.js"
import { StorableText } from "./validation/text.js"
import { maxUrlLength, webUrlProblem } from "./validation/webUrl.js"

/** The network policy decides whether its host may be reached. */
export const WebhookUrl = StorableText.pipe(
  Schema.check(
    Schema.makeFilter((text: string) => webUrlProblem(text, "https://example.com/hooks"), {
      jsonSchema: { format: "uri", maxLength: maxUrlLength }
    })
  )
)

const url = "The URL that events are posted to: http or https, without a user name."
const events = "The types of events that are posted."
const id = count("The endpoint's id.")
const secret = text("`whsec_` and base64. It is shown only here.")
const warning = text("What to do with it.")

export const DisabledReason = Schema.Literals(["gone", "failing"])
export type DisabledReason = typeof DisabledReason.Type

/** Of endpoints that take events of these types; the names of the schemas have the prefix. */
export const webhookSchemas = <const Types extends ReadonlyArray<string>>(
  prefix: string,
  Type: Schema.Literals<Types>
) => {
  const max = Type.literals.length
  const wrongNumber = `must have 1 to ${String(max)} event types`
  const Types = Schema.Array(Type).pipe(
    Schema.check(
      Schema.makeFilter(
        (types) => {
          if (types.length === 0 || types.length > max) return wrongNumber
          return new Set<string>(types).size === types.length
            ? undefined
            : "must not name an event type twice"
        },
        {
          jsonSchema: { minItems: 1, maxItems: max, uniqueItems: true },
          ...maxMembers(max, wrongNumber)
        }
      )
    )
  )
  const shared = {
    id,
    url: text("The URL that events are posted to."),
    events: list(Type, "The types of events that are posted."),
    active: flag("Whether events are posted to it."),
    created_at: instant("When it was created.")
  }
  const Endpoint = named(`${prefix}WebhookEndpoint`, {
    ...shared,
    failing_since: orNull(
      instant("The time since which every attempt has failed; null if no failure is known.")
    ),
    disabled_reason: orNull(DisabledReason).annotate({
      description:
        "Why Telemark made it inactive: it answered 410 (`gone`), or every attempt failed for five days (`failing`)."
    })
  })
  const Attempt = named(`${prefix}WebhookAttempt`, {
    id: text("The attempt's id."),
    event_id: text("The id of the posted event."),
    type: Type,
    attempt: count("The number of the attempt, from 1; 0 for a test."),
    status: Schema.Literals(["delivered", "pending", "failed"]).annotate({
      description:
        "`delivered`: the endpoint accepted the event. `pending`: it didn't, and there will be another attempt. `failed`: it didn't, and there will be none."
    }),
    status_code: orNull(count("The status of the answer; null if none came.")),
    duration_ms: count("How long it took, in milliseconds."),
    response: orNull(text("The first kB of the answer's body; null if no answer came.")),
    error: orNull(text("Why the attempt failed; null if it succeeded.")),
    next_attempt_at: orNull(instant("When the next attempt is due; null if there will be none.")),
    created_at: instant("When it was created.")
  })
  return {
    Create: named(`Create${prefix}WebhookEndpoint`, {
      url: required(WebhookUrl, url),
      events: required(Types, events)
    }),
    /** A member that is left out stays as it is. */
    Update: named(`Update${prefix}WebhookEndpoint`, {
      url: optional(WebhookUrl, url),
      events: optional(Types, events),
      active: optional(
        Schema.Boolean,
        "Whether events are posted to it. An inactive endpoint gets no events, and events that waited for it are dropped."
      )
    }),
    Test: named(`Test${prefix}Webhook`, {
      type: optional(Type, "The event type; by default the endpoint's first.")
    }),
    Endpoint,
    EndpointList: wholeListOf(`${prefix}WebhookEndpointList`, "Newest first.", Endpoint),
    /** Its secret is shown only here. */
    Created: named(`Created${prefix}WebhookEndpoint`, { ...shared, secret, warning }),
    Attempt,
    AttemptList: pageOf(`${prefix}WebhookAttemptList`, Attempt),
    AttemptDetail: named(`${prefix}WebhookAttemptDetail`, {
      ...Attempt.fields,
      request: orNull(
        text(
          "The body that was posted: the event as JSON. Null once the event is no longer stored."
        )
      )
    })
  }
}

/** Of endpoints that take events of these types. */
export type WebhookSchemas<Types extends ReadonlyArray<string>> = ReturnType<
  typeof webhookSchemas<Types>
>

export const RotatedWebhookSecret = named("RotatedWebhookSecret", {
  id,
  secret,
  former_secret_until: instant("The time until which the previous secret also signs."),
  warning
})
export type RotatedWebhookSecret = typeof RotatedWebhookSecret.Type
