import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import {
  describeExcess,
  type OperatorEvent,
  percent,
  Reputation,
  type ReputationFigures,
  type Tenant,
  timestamp
} from "@telemark/core"
import { Effect, Option } from "effect"
import { print, printJson, remark } from "../output.js"
import { noSuchTenant } from "./failures.js"
import { formatTable } from "./formatTable.js"
import { flag, json } from "./options.js"
import { tenantOf } from "./tenantsOf.js"
import { withServices } from "./withServices.js"

const name = Argument.String("name").pipe(Argument.withDescription("The tenant's name."))

/** Why and since when a tenant's sending is paused, for JSON; null if it isn't. */
export const pausedView = ({ paused }: Tenant) =>
  paused === undefined ? null : { ...paused, at: timestamp(paused.at) }

/** The same for a table. */
export const pausedCell = ({ paused }: Tenant): string =>
  paused === undefined ? "-" : `${timestamp(paused.at)} (${paused.reason})`

export const pause = Command.make(
  "pause",
  {
    name,
    reason: Flag.String("reason").pipe(
      Flag.withDescription("Your own words about it, for operators: tenants don't see them."),
      Flag.optional
    ),
    stopLinks: flag("stop-links").pipe(
      Flag.withDescription(
        "Also stops tracked links in mail that it sent: they answer 410 until it is resumed."
      )
    ),
    json
  },
  ({ json, name, reason, stopLinks }) =>
    withServices(() =>
      Effect.gen(function* () {
        const { pause } = yield* Reputation
        const tenant = yield* Effect.catchTag(
          pause(name, {
            note: Option.getOrUndefined(reason),
            ...(stopLinks ? { stop_links: true } : {})
          }),
          "NotFound",
          () => noSuchTenant(name)
        )
        if (json) return yield* printJson({ tenant: name, paused: pausedView(tenant) })
        yield* print(
          `Sending of tenant "${name}" is paused (${tenant.paused?.reason ?? "operator"}): its sends get 403, and what is queued waits.`
        )
        if (tenant.paused?.links_stopped === true)
          yield* remark("Tracked links in mail that it sent are stopped: they answer 410.")
        yield* remark("Workers notice within five seconds. Attempts in flight are finished.")
      })
    )
).pipe(
  Command.withDescription("Pauses a tenant's sending: its sends get 403, and what is queued waits.")
)

export const resume = Command.make("resume", { name, json }, ({ json, name }) =>
  withServices(() =>
    Effect.gen(function* () {
      const { resume } = yield* Reputation
      const tenant = yield* Effect.catchTag(resume(name), "NotFound", () => noSuchTenant(name))
      yield* json
        ? printJson({ tenant: name, paused: pausedView(tenant) })
        : print(`Tenant "${name}" sends again. Its complaints and bounces are counted anew.`)
    })
  )
).pipe(
  Command.withDescription("Resumes a tenant's sending, and counts its complaints and bounces anew.")
)

const cells = ({
  bounce_rate,
  bounced,
  complained,
  complaint_rate,
  level,
  sent
}: ReputationFigures): ReadonlyArray<string> => [
  String(sent),
  `${String(complained)} (${percent(complaint_rate)})`,
  `${String(bounced)} (${percent(bounce_rate)})`,
  level
]

export const reputation = Command.make("reputation", { name, json }, ({ json, name }) =>
  withServices(() =>
    Effect.gen(function* () {
      const tenant = yield* tenantOf(name)
      const found = yield* (yield* Reputation).summary(tenant)
      if (json) return yield* printJson(found)
      const rows = [{ domain: "all", ...found }, ...found.domains].flatMap((one) =>
        (["hour", "day", "week"] as const).map((window) => [
          one.domain,
          window,
          ...cells(one[window])
        ])
      )
      yield* print(
        formatTable([["DOMAIN", "WINDOW", "SENT", "COMPLAINTS", "HARD BOUNCES", "LEVEL"], ...rows])
      )
      if (tenant.paused !== undefined)
        yield* remark(
          `Sending is paused since ${timestamp(tenant.paused.at)}: ${tenant.paused.note ?? tenant.paused.reason}.`
        )
    })
  )
).pipe(
  Command.withDescription(
    "Shows a tenant's complaint and bounce rates of an hour, a day and a week, by sending domain."
  )
)

const why = ({ data: { domain, excess, note } }: OperatorEvent): string =>
  note ?? (excess === undefined ? "-" : `${domain ?? "all domains"}: ${describeExcess(excess)}`)

export const events = Command.make("events", { json }, ({ json }) =>
  withServices(() =>
    Effect.gen(function* () {
      const found = yield* (yield* Reputation).events
      if (json)
        return yield* printJson({
          data: found.map((event) => ({ ...event, created_at: timestamp(event.created_at) }))
        })
      yield* print(
        formatTable([
          ["TIME", "EVENT", "TENANT", "CAUSE", "DETAILS"],
          ...found.map((event) => [
            timestamp(event.created_at),
            event.type,
            event.data.tenant,
            event.data.reason ?? event.data.excess?.measure ?? "-",
            why(event)
          ])
        ])
      )
    })
  )
).pipe(
  Command.withDescription(
    "Lists which tenants were warned of, paused and resumed, newest first; the last 100 times of 90 days."
  )
)
