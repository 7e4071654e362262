import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { ApiKeys, type ApiKeyView, parseKey } from "@telemark/core"
import { Effect } from "effect"
import { print, printJson } from "../output.js"
import { CommandFailed } from "./failures.js"
import { create } from "./keysCreate.js"
import { json } from "./options.js"
import { formatTable } from "./formatTable.js"
import { tenantsOf } from "./tenantsOf.js"
import { withServices } from "./withServices.js"

const tenant = Flag.String("tenant").pipe(
  Flag.withDescription("List only this tenant's keys; by default those of all tenants."),
  Flag.optional
)

const row = ({
  tenant,
  ...key
}: ApiKeyView & { readonly tenant: string }): ReadonlyArray<string> => [
  tenant,
  key.prefix,
  key.id,
  key.name,
  key.revoked_at === null ? "valid" : `revoked ${key.revoked_at}`,
  key.last_used_at ?? "never",
  String(key.rate_limit),
  key.scopes.join(",")
]

const list = Command.make("list", { tenant, json }, ({ json, tenant }) =>
  withServices(() =>
    Effect.gen(function* () {
      const keys = yield* ApiKeys
      const found = yield* Effect.forEach(yield* tenantsOf(tenant), ({ id, name }) =>
        Effect.map(keys.list(id), ({ data }) => data.map((view) => ({ tenant: name, ...view })))
      )
      if (json) return yield* printJson({ data: found.flat() })
      yield* print(
        formatTable([
          ["TENANT", "PREFIX", "ID", "NAME", "STATE", "LAST USED", "A MINUTE", "SCOPES"],
          ...found.flat().map(row)
        ])
      )
    })
  )
).pipe(
  Command.withDescription("Lists the keys by their prefixes; their secret parts aren't stored.")
)

const noSuchKey = new CommandFailed({
  code: "not_found",
  message:
    "There is no such active key. `telemark keys list` shows the ids and prefixes of all keys."
})

const revoke = Command.make(
  "revoke",
  {
    key: Argument.String("key").pipe(
      Argument.withDescription("The id or the prefix of the key, or the key itself.")
    ),
    tenant,
    json
  },
  ({ json, key, tenant }) =>
    withServices(() =>
      Effect.gen(function* () {
        const keys = yield* ApiKeys
        const idOrPrefix = parseKey(key)?.prefix ?? key
        const attempts = (yield* tenantsOf(tenant)).map(({ id, name }) =>
          Effect.as(keys.revoke(id, idOrPrefix), name)
        )
        const owner = yield* Effect.catchTag(
          attempts.reduce(
            (before, next) => Effect.catchTag(before, "NotFound", () => next),
            keys.revoke("", "").pipe(Effect.as(""))
          ),
          "NotFound",
          () => noSuchKey
        )
        yield* json
          ? printJson({ success: true, tenant: owner })
          : print(`The key of tenant "${owner}" was revoked. Every process refuses it from now on.`)
      })
    )
).pipe(Command.withDescription("Revokes a key permanently; every process refuses it at once."))

export const keys = Command.make("keys").pipe(
  Command.withDescription("Makes, lists and revokes API keys."),
  Command.withSubcommands([create, list, revoke])
)
