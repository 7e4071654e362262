import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { type Tenant, Tenants, timestamp } from "@telemark/core"
import { Effect, Option } from "effect"
import { print, printJson } from "../output.js"
import { confirm } from "./confirm.js"
import { CommandFailed, noSuchTenant } from "./failures.js"
import { flag, json } from "./options.js"
import { formatTable } from "./formatTable.js"
import { events, pause, pausedCell, pausedView, reputation, resume } from "./tenantsSending.js"
import { tenantOf } from "./tenantsOf.js"
import { withServices } from "./withServices.js"

const view = (tenant: Tenant) => ({
  ...tenant,
  created_at: timestamp(tenant.created_at),
  paused: pausedView(tenant)
})

const from = Flag.String("from").pipe(
  Flag.withDescription(
    'The sender of its mail if a send names none, such as "Shop <shop@example.com>".'
  ),
  Flag.optional
)
const monthlyLimit = Flag.Int("monthly-limit").pipe(
  Flag.withDescription(
    "Recipients that it may queue in a calendar month; TELEMARK_MONTHLY_LIMIT by default."
  ),
  Flag.optional
)
const missing = Flag.Literals("missing", ["refuse", "warn"]).pipe(
  Flag.withDescription(
    "What becomes of a send whose data lacks a variable of its template, unless the send says otherwise."
  ),
  Flag.optional
)
const name = Argument.String("name")

const create = Command.make(
  "create",
  {
    name: name.pipe(
      Argument.withDescription("1 to 64 letters, digits, dots, dashes or underscores.")
    ),
    from,
    monthlyLimit,
    missing,
    json
  },
  ({ from, json, missing, monthlyLimit, name }) =>
    withServices(
      () =>
        Effect.gen(function* () {
          const tenants = yield* Tenants
          const tenant = yield* tenants.create({
            name,
            default_from: Option.getOrUndefined(from),
            monthly_limit: Option.getOrUndefined(monthlyLimit),
            missing: Option.getOrUndefined(missing)
          })
          yield* json
            ? printJson(view(tenant))
            : print(
                `Tenant "${name}" was made. Give it a key: telemark keys create --tenant ${name}`
              )
        }),
      { mayMake: true }
    )
).pipe(
  Command.withDescription("Makes a tenant: an account with its own keys, mail and suppressions.")
)

const list = Command.make("list", { json }, ({ json }) =>
  withServices(() =>
    Effect.gen(function* () {
      const tenants = yield* (yield* Tenants).list
      if (json) return yield* printJson({ data: tenants.map(view) })
      yield* print(
        formatTable([
          ["NAME", "ID", "CREATED", "FROM", "MONTHLY LIMIT", "PAUSED"],
          ...tenants.map((tenant) => [
            tenant.name,
            tenant.id,
            timestamp(tenant.created_at),
            tenant.default_from ?? "-",
            String(tenant.monthly_limit ?? "-"),
            pausedCell(tenant)
          ])
        ])
      )
    })
  )
).pipe(Command.withDescription("Lists the tenants, newest first."))

/**
 * What an option and its opposite say together: a value, null for "none", undefined for neither.
 */
const change = <Value>(
  option: string,
  given: Option.Option<Value>,
  none: boolean
): Effect.Effect<Value | null | undefined, CommandFailed> => {
  if (!none) return Effect.succeed(Option.getOrUndefined(given))
  return Option.isNone(given)
    ? Effect.succeed(null)
    : new CommandFailed({
        code: "invalid_options",
        message: `Give either --${option} or --no-${option}, not both.`
      })
}

const onOrOff = (name: string, what: string) =>
  Flag.ChoiceWithValue(name, [
    ["on", true],
    ["off", false]
  ]).pipe(
    Flag.withDescription(`Whether to track ${what} of its mail, unless a send says otherwise.`),
    Flag.optional
  )

const update = Command.make(
  "update",
  {
    name: name.pipe(Argument.withDescription("The tenant's name.")),
    from,
    noFrom: flag("no-from").pipe(
      Flag.withDescription(
        "From now on, TELEMARK_FROM is the sender of its mail if a send names none."
      )
    ),
    monthlyLimit,
    noMonthlyLimit: flag("no-monthly-limit").pipe(
      Flag.withDescription("From now on, TELEMARK_MONTHLY_LIMIT applies.")
    ),
    trackOpens: onOrOff("track-opens", "opens"),
    trackClicks: onOrOff("track-clicks", "clicks"),
    missing,
    json
  },
  ({ from, json, missing, monthlyLimit, name, noFrom, noMonthlyLimit, trackClicks, trackOpens }) =>
    withServices(() =>
      Effect.gen(function* () {
        const default_from = yield* change("from", from, noFrom)
        const monthly_limit = yield* change("monthly-limit", monthlyLimit, noMonthlyLimit)
        const changes = {
          default_from,
          monthly_limit,
          track_opens: Option.getOrUndefined(trackOpens),
          track_clicks: Option.getOrUndefined(trackClicks),
          missing: Option.getOrUndefined(missing)
        }
        if (Object.values(changes).every((change) => change === undefined)) {
          return yield* new CommandFailed({
            code: "invalid_options",
            message:
              "Say what to change: --from, --no-from, --monthly-limit, --no-monthly-limit, --track-opens, --track-clicks or --missing."
          })
        }
        const { update } = yield* Tenants
        const tenant = yield* Effect.catchTag(update(name, changes), "NotFound", () =>
          noSuchTenant(name)
        )
        yield* json ? printJson(view(tenant)) : print(`Tenant "${name}" was changed.`)
      })
    )
).pipe(
  Command.withDescription(
    "Changes a tenant's default sender, monthly limit or tracking, and what becomes of sends without data."
  )
)

const remove = Command.make(
  "remove",
  {
    name: name.pipe(Argument.withDescription("The tenant's name.")),
    yes: flag("yes").pipe(Flag.withDescription("Remove it without asking.")),
    json
  },
  ({ json, name, yes }) =>
    withServices(() =>
      Effect.gen(function* () {
        yield* tenantOf(name)
        yield* confirm({
          question: `Remove tenant "${name}" with its keys, queue, log, templates, domains and everything else? You can't undo this.`,
          otherwise: "Nothing was removed.",
          yes,
          json
        })
        yield* Effect.flatMap(Tenants, ({ remove }) => remove(name)).pipe(
          Effect.catchTag("NotFound", () => noSuchTenant(name))
        )
        yield* json
          ? printJson({ success: true, tenant: name })
          : print(
              `Tenant "${name}" was removed. If requests in progress still write data for it, a worker removes that within hours.`
            )
      })
    )
).pipe(
  Command.withDescription(
    "Removes a tenant with all its data: keys, mail, log, templates, domains, suppressions, webhooks."
  )
)

export const tenants = Command.make("tenants").pipe(
  Command.withDescription(
    "Makes, lists, changes and removes tenants, and pauses and resumes their sending."
  ),
  Command.withSubcommands([create, list, update, remove, pause, resume, reputation, events])
)
