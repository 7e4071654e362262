import { Emails, Events, ListEmails, retryNow, SendRequest, type Tenant } from "@telemark/core"
import { Effect } from "effect"
import * as Flag from "effect/cli/Flag"
import { layerOperations } from "../application/layers.js"
import { counted, visibleLine } from "../output.js"
import { commandFailed } from "./failures.js"
import { formatTable, tableOf } from "./formatTable.js"
import { group, operationCommands } from "./operationCommand.js"
import { type LookedUp, optional } from "./parameters.js"
import { readInput } from "./readInput.js"
import { oneTenant, optionalTenant } from "./tenantParameters.js"
import { withDatabase } from "./withSettings.js"

const command = operationCommands(withDatabase(layerOperations), Emails)
const email = "The message's id, em_…, as the answer to a send has it."

const missing = ({ tenant: { name } }: { readonly tenant: Tenant }) =>
  `The tenant "${name}" has no such message. \`telemark emails list\` lists the newest.`

/** Several, with commas between them. */
const addresses = (name: string, description: string): LookedUp<ReadonlyArray<string>> => ({
  parameter: Flag.withDescription(Flag.String(name), description),
  find: (given: string) => Effect.succeed(given.split(",").map((each) => each.trim()))
})

const data: LookedUp<Readonly<Record<string, unknown>> | undefined> = {
  parameter: optional(
    Flag.withDescription(Flag.String("data"), "The values for the template, as a JSON object.")
  ),
  find: (given: string | undefined) =>
    given === undefined
      ? Effect.undefined
      : Effect.try({
          try: () => JSON.parse(given) as Readonly<Record<string, unknown>>,
          catch: () => undefined
        }).pipe(
          Effect.catch(() =>
            commandFailed("invalid_data", '--data takes a JSON object, such as \'{"name":"Ada"}\'.')
          )
        )
}

const key: LookedUp<string | undefined> = {
  parameter: optional(
    Flag.withDescription(
      Flag.String("idempotency-key"),
      "A send that is repeated with the same key within 24 hours is made once."
    )
  ),
  find: (given: string | undefined) => Effect.succeed(given)
}

/** `-` is what comes on standard input. */
const contentOf = (given: string | undefined) =>
  given === "-"
    ? Effect.flatMap(readInput, (text) =>
        // What was to make it has probably failed.
        text === ""
          ? commandFailed("empty_input", "Standard input is empty, so nothing was sent.")
          : Effect.succeed(text)
      )
    : Effect.succeed(given)

export const send = command({
  description: "Accepts a mail as a tenant's send: a running server or worker delivers it.",
  request: SendRequest,
  options: {
    to: addresses("to", "The recipients, separated by commas; each gets a mail of its own."),
    from: "The sender: a@example.com or Name <a@example.com>; by default the tenant's.",
    subject: "The subject; by default the template's, or empty.",
    text: "The plain text; - reads it from standard input.",
    html: "The html; - reads it from standard input.",
    template_id: { text: "The id of a template, instead of html and text.", option: "template" },
    data,
    topic: "The topic that it belongs to.",
    scheduled_at: "When to send it, such as 2027-01-31T09:00:00Z.",
    key,
    tenant: oneTenant("The tenant that sends it.")
  },
  perform: (emails, { html, key, tenant, text, ...request }) =>
    Effect.gen(function* () {
      if (html === "-" && text === "-")
        return yield* commandFailed(
          "usage",
          "Standard input is read once: it can be --text or --html, not both."
        )
      const content = { html: yield* contentOf(html), text: yield* contentOf(text) }
      return yield* emails.send(
        tenant,
        Object.fromEntries(
          Object.entries({ ...request, ...content }).filter(([, value]) => value !== undefined)
        ) as unknown as SendRequest,
        { idempotencyKey: key }
      )
    }),
  text: ({ queued, suppressed, warnings = [] }) => [
    formatTable(queued.map(({ id, recipient, status }) => [id, status, recipient])),
    ...(suppressed.length === 0
      ? []
      : [
          `${counted(suppressed.length, "recipient is", "recipients are")} suppressed and ${suppressed.length === 1 ? "gets" : "get"} nothing: ${suppressed.map(visibleLine).join(", ")}`
        ]),
    ...warnings
  ]
})

const description = "Lists messages, says what became of one, tries again and cancels."
const tenant = oneTenant("The tenant whose messages they are.")

export const emails = group("emails", description, {
  list: command({
    description: "Lists messages, newest first.",
    request: ListEmails,
    options: {
      status: "Only messages with this status.",
      recipient: "Only messages to this address.",
      q: "Only messages that have these words, or words that begin so, in recipient, subject, sender, tags or template.",
      tag: "Only messages with this tag, such as kind:receipt.",
      since: "Only messages accepted at this instant or later, such as 2027-01-31T09:00:00Z.",
      until: "Only messages accepted before this instant.",
      limit: "How many, 1 to 100; 50 by default.",
      after: "Those behind this message, by its id: the next page.",
      tenant
    },
    perform: (emails, { tenant, ...filters }) => emails.list(tenant.id, filters),
    text: ({ data, next }) => [
      tableOf(data, {
        EMAIL: "id",
        STATUS: "status",
        RECIPIENT: "recipient_email",
        SUBJECT: "subject",
        ACCEPTED: "created_at"
      }),
      ...(next === null ? [] : [`\nThe next page: --after ${next}`])
    ]
  }),
  get: command({
    description: "Says what became of one message, attempt by attempt.",
    arguments: { email },
    options: { tenant },
    perform: (emails, { email, tenant }) =>
      Effect.all({
        email: emails.get(tenant.id, email),
        timeline: Effect.flatMap(Events, (events) => events.timeline(tenant.id, email))
      }),
    missing,
    text: ({ email: { recipient_email, sender_email, status, subject }, timeline }) =>
      [
        formatTable([
          ["From", sender_email],
          ["To", recipient_email],
          ["Subject", subject],
          ["Status", status]
        ]),
        formatTable(timeline.data.map(({ created_at, message }) => [created_at, message])),
        timeline.summary
      ].join("\n\n")
  }),
  retry: command({
    description:
      "Makes mail due now that waits for its next attempt, as after an outage of the relay.",
    options: { tenant: optionalTenant("The tenant whose mail it is; by default that of all.") },
    perform: (_, { tenant }) => Effect.map(retryNow(tenant?.id), (retried) => ({ retried })),
    text: ({ retried }) => `${counted(retried, "message is", "messages are")} tried again now.`
  }),
  cancel: command({
    description: "Cancels a message that waits: it is not sent.",
    arguments: { email },
    options: { tenant },
    perform: (emails, { email, tenant }) => emails.cancel(tenant.id, email),
    missing,
    text: () => "The message was cancelled."
  })
})
