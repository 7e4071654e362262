import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { allScopes, ApiKeys, type KeyScope, Tenants } from "@telemark/core"
import { Effect, Option } from "effect"
import { print, printJson, remark } from "../output.js"
import { CommandFailed, noSuchTenant } from "./failures.js"
import { flag, json } from "./options.js"
import { withServices } from "./withServices.js"

const isScope = (text: string): text is KeyScope => allScopes.some((scope) => scope === text)

const wrongScopes = new CommandFailed({
  code: "invalid_scopes",
  message: `--scopes takes one or more of these, separated by commas: ${allScopes.join(", ")}.`
})

const bothGiven = new CommandFailed({
  code: "invalid_scopes",
  message: "Give either --scopes or --all-scopes, not both."
})

/** The requested scopes; undefined for the default ones. */
export const scopesOf = (options: {
  readonly scopes: Option.Option<string>
  readonly allScopes: boolean
}): Effect.Effect<ReadonlyArray<KeyScope> | undefined, CommandFailed> => {
  if (Option.isNone(options.scopes))
    return Effect.succeed(options.allScopes ? allScopes : undefined)
  if (options.allScopes) return bothGiven
  const names = options.scopes.value.split(",").map((name) => name.trim())
  return names.every(isScope) ? Effect.succeed(names) : wrongScopes
}

export const create = Command.make(
  "create",
  {
    tenant: Flag.String("tenant").pipe(Flag.withDescription("The tenant that the key is for.")),
    name: Flag.String("name").pipe(
      Flag.withDescription("The name of the key in lists."),
      Flag.withDefault("Made on the command line")
    ),
    scopes: Flag.String("scopes").pipe(
      Flag.withDescription(
        "The key's scopes, separated by commas; email:send,email:read by default."
      ),
      Flag.optional
    ),
    allScopes: flag("all-scopes").pipe(Flag.withDescription("Give the key all scopes.")),
    rateLimit: Flag.Int("rate-limit").pipe(
      Flag.withDescription("Sends a minute, 1 to 10000; TELEMARK_DEFAULT_RATE_LIMIT by default."),
      Flag.optional
    ),
    json
  },
  ({ json, name, rateLimit, tenant: tenantName, ...asked }) =>
    Effect.flatMap(scopesOf(asked), (scopes) =>
      withServices(() =>
        Effect.gen(function* () {
          const { get } = yield* Tenants
          const keys = yield* ApiKeys
          const tenant = yield* Effect.catchTag(get(tenantName), "NotFound", () =>
            noSuchTenant(tenantName)
          )
          const owner = { tenant_id: tenant.id, scopes: new Set(allScopes) }
          const created = yield* keys.create(owner, {
            name,
            scopes,
            rate_limit: Option.getOrUndefined(rateLimit)
          })
          if (json) return yield* printJson({ ...created, tenant: tenant.name })
          // Only the key goes to standard output, so that scripts can read it.
          yield* print(created.key)
          yield* remark(
            `A key of tenant "${tenant.name}": ${created.scopes.join(", ")}; ${created.rate_limit} sends a minute.\n${created.warning}`
          )
        })
      )
    )
).pipe(Command.withDescription("Makes a key and prints it, only this once."))
