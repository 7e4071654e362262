import * as Args from "@effect/cli/Args"
import * as Command from "@effect/cli/Command"
import * as Options from "@effect/cli/Options"
import { type Tenant, Tenants, timestamp } from "@telemark/core"
import { Effect, Option } from "effect"
import { print, printJson } from "../output.js"
import { json } from "./options.js"
import { table } from "./table.js"
import { withServices } from "./withServices.js"

const view = (tenant: Tenant) => ({ ...tenant, created_at: timestamp(tenant.created_at) })

const create = Command.make("create", {
  name: Args.text({ name: "name" }).pipe(Args.withDescription("1 to 64 letters, digits, dots, dashes or underscores.")),
  from: Options.text("from").pipe(
    Options.withDescription("Who its mail is from when a send names no sender, such as \"Shop <shop@example.com>\"."),
    Options.optional
  ),
  monthlyLimit: Options.integer("monthly-limit").pipe(
    Options.withDescription("Recipients that it may queue in a calendar month; TELEMARK_MONTHLY_LIMIT by default."),
    Options.optional
  ),
  json
}, ({ from, json, monthlyLimit, name }) =>
  withServices(() =>
    Effect.gen(function*() {
      const tenants = yield* Tenants
      const tenant = yield* tenants.create({
        name,
        default_from: Option.getOrUndefined(from),
        monthly_limit: Option.getOrUndefined(monthlyLimit)
      })
      yield* json ? printJson(view(tenant)) : print(`Tenant "${name}" was made. Give it a key: telemark keys create --tenant ${name}`)
    }), { mayMake: true })
).pipe(Command.withDescription("Makes a tenant: an account with keys, mail and suppressions of its own."))

const list = Command.make("list", { json }, ({ json }) =>
  withServices(() =>
    Effect.gen(function*() {
      const tenants = (yield* (yield* Tenants).list).map(view)
      if (json) return yield* printJson({ data: tenants })
      yield* print(table([
        ["NAME", "ID", "CREATED", "FROM", "MONTHLY LIMIT"],
        ...tenants.map((tenant) => [
          tenant.name, tenant.id, tenant.created_at, tenant.default_from ?? "-", String(tenant.monthly_limit ?? "-")
        ])
      ]))
    })
  )
).pipe(Command.withDescription("Lists the tenants, newest first."))

export const tenants = Command.make("tenants").pipe(
  Command.withDescription("Makes and lists tenants."),
  Command.withSubcommands([create, list])
)
