import { type EmailEvent, EventFeed, EventType, Tenants } from "@telemark/core"
import { Effect, Layer, Schema, Stream } from "effect"
import * as Command from "effect/cli/Command"
import { layerStorageOf } from "../application/storage.js"
import { jsonText, remark, visibleLine } from "../output.js"
import { followEvents } from "./followEvents.js"
import { flag, optionsOf } from "./parameters.js"
import { printAll } from "./printAll.js"
import { eachTenant } from "./tenantParameters.js"
import { withDatabase } from "./withSettings.js"

/** Its rows are read where they are: nothing is stored for who follows them. */
const withEvents = withDatabase((settings, options) =>
  Layer.merge(EventFeed.layer({ maxOfProcess: Number.POSITIVE_INFINITY }), Tenants.layer).pipe(
    Layer.provideMerge(layerStorageOf(settings.database, options))
  )
)

const typeWidth = Math.max(...EventType.literals.map(({ length }) => length))

const reasonOf = ({
  error_message,
  link,
  smtp_response
}: EmailEvent["data"]): ReadonlyArray<string> =>
  error_message === null ? [link ?? ""] : [error_message, smtp_response ?? ""]

const lineOf = ({ created_at, data, type }: EmailEvent, names: ReadonlyArray<string>): string =>
  [created_at, ...names, type.padEnd(typeWidth), data.recipient, data.email_id, ...reasonOf(data)]
    .filter((cell) => cell !== "")
    .map(visibleLine)
    .join("  ")

const tenants = eachTenant("Only events of this tenant's mail; by default those of all tenants.")
const types = optionsOf(
  {
    name: "types",
    description: undefined,
    type: Schema.Array(EventType).ast,
    isOptional: true
  },
  "Only events of these types, separated by commas, such as email.bounced,email.complained.",
  false
)

export const tail = Command.make(
  "tail",
  {
    tenant: tenants.parameter,
    types: types.parameters,
    json: flag("json", "Print each event as a JSON document in one line.")
  },
  (given) =>
    withEvents(() =>
      Effect.gen(function* () {
        const wanted = (yield* types.read(given.types)) as ReadonlyArray<string> | undefined
        const found = yield* tenants.find(given.tenant)
        const streams = yield* Effect.forEach(found, (tenant) =>
          Effect.map(
            followEvents(tenant.id),
            Stream.map((event) => ({ tenant, event }))
          )
        )
        yield* remark("Following events from now on; Ctrl+C ends this.")
        yield* Stream.mergeAll(streams, { concurrency: "unbounded" }).pipe(
          Stream.filter(({ event }) => wanted?.includes(event.type) ?? true),
          Stream.map(({ event, tenant: { name } }) =>
            given.json
              ? jsonText({ tenant: name, ...event })
              : lineOf(event, found.length > 1 ? [name] : [])
          ),
          Stream.map((line) => `${line}\n`),
          printAll
        )
      })
    )
).pipe(
  Command.withDescription(
    "Prints events as they are recorded, one a line, until it is stopped: when, which, to whom, of which message and why."
  )
)
