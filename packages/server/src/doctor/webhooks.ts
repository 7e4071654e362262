import {
  operatorOwner,
  stored,
  type Tenant,
  type WebhookEndpoint,
  webhookEndpointQueries
} from "@telemark/core"
import { Effect } from "effect"
import { counted } from "../output.js"
import { type Finding, findingsOf } from "./Finding.js"

const { ok, warn } = findingsOf("webhooks")

export interface ExaminedEndpoint extends Pick<
  WebhookEndpoint,
  "id" | "active" | "disabled_reason"
> {
  /** Undefined for the operator's. */
  readonly tenant: string | undefined
  readonly failing: boolean
}

const readsAtOnce = 4
const maxNamed = 10

const words = { gone: "answered 410", failing: "failed for five days" } as const

const nameOf = ({ disabled_reason, id, tenant }: ExaminedEndpoint): string =>
  `${String(id)} of ${tenant ?? "the operator"}${disabled_reason === null ? "" : ` (${words[disabled_reason]})`}`

const named = (endpoints: ReadonlyArray<ExaminedEndpoint>): string =>
  [
    ...endpoints.slice(0, maxNamed).map(nameOf),
    ...(endpoints.length > maxNamed ? [`${String(endpoints.length - maxNamed)} more`] : [])
  ].join(", ")

export const judgeEndpoints = (
  endpoints: ReadonlyArray<ExaminedEndpoint>
): ReadonlyArray<Finding> => {
  if (endpoints.length === 0) return []
  const count = counted(endpoints.length, "webhook endpoint")
  const ended = endpoints.filter(({ disabled_reason }) => disabled_reason !== null)
  const failing = endpoints.filter(({ active, failing }) => active && failing)
  if (ended.length + failing.length === 0)
    return [ok(`${count}, none of which failed when last used.`)]
  return [
    warn(
      [
        `Of ${count} ${String(failing.length)} failed when last used, and ${String(ended.length)} ${ended.length === 1 ? "was" : "were"} made inactive because of it.`,
        ...(failing.length === 0 ? [] : [`Failing: ${named(failing)}.`]),
        ...(ended.length === 0 ? [] : [`Inactive: ${named(ended)}.`]),
        "Their deliveries show what they answered, and what is inactive can be made active again."
      ].join(" "),
      {
        command:
          "Over HTTP: `GET /webhook-endpoints/{id}/deliveries`, and `PATCH /webhook-endpoints/{id}` with `active: true`; for the operator's, `telemark webhooks`.",
        tenants: [...new Set([...failing, ...ended].flatMap(({ tenant }) => tenant ?? []))]
      }
    )
  ]
}

export const checkWebhooks = (tenants: ReadonlyArray<Tenant>) =>
  Effect.gen(function* () {
    const { list } = yield* webhookEndpointQueries
    const endpoints = yield* Effect.forEach(
      [{ id: operatorOwner, name: undefined }, ...tenants],
      ({ id, name }) =>
        Effect.map(stored(list(id)), (found) =>
          found.map((each) => ({ ...each, tenant: name, failing: each.failing_since !== null }))
        ),
      { concurrency: readsAtOnce }
    )
    return judgeEndpoints(endpoints.flat())
  })
