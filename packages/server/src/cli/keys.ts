import { allScopes, ApiKeys, CreateApiKey, installSqlInterface, parseKey } from "@telemark/core"
import { Effect } from "effect"
import { tableOf } from "./formatTable.js"
import { group, operationCommands } from "./operationCommand.js"
import { linesFor, linesInSql, roleOption, schemaOption } from "./linesFor.js"
import { eachTenant, firstOf, requiredTenant } from "./tenantParameters.js"
import { recorded } from "./recorded.js"
import { withServices } from "./withSettings.js"

const command = operationCommands(withServices, ApiKeys)
const tenant = eachTenant("List only this tenant's keys; by default those of all tenants.")

const description = "Makes, lists and revokes API keys."

export const keys = group("keys", description, {
  create: command({
    description: "Makes a key and prints it, only this once.",
    request: CreateApiKey,
    options: {
      tenant: requiredTenant("The tenant that the key is for."),
      name: { text: "The name of the key in lists.", default: "Made on the command line" },
      scopes: {
        text: "The key's scopes, separated by commas; email:send,email:read by default.",
        all: "Give the key all scopes."
      },
      rate_limit: "Sends a minute, 1 to 10000; TELEMARK_DEFAULT_RATE_LIMIT by default.",
      allowed_recipients:
        "The only recipients that it may send to, separated by commas: addresses, and domains such as @example.com.",
      max_sends_per_day: "Sends a day (UTC) at most.",
      for: linesFor,
      schema: schemaOption,
      role: roleOption
    },
    perform: (keys, { for: lines, role, schema, tenant, ...request }) =>
      Effect.gen(function* () {
        if (lines === "sql") {
          const installed = yield* recorded({
            operation: "sqlInterface.install",
            tenant,
            target: { kind: "sql_interface" }
          })(installSqlInterface(tenant, { name: schema, role }))
          return { tenant: tenant.name, ...installed, lines: linesInSql(installed) }
        }
        const created = yield* recorded({
          operation: "apiKeys.create",
          tenant,
          target: { kind: "api_key" },
          members: Object.keys(request)
        })(keys.create({ tenant_id: tenant.id, scopes: new Set(allScopes) }, request))
        const made = { ...created, tenant: tenant.name }
        return lines === undefined ? made : { ...made, lines: lines(created.key) }
      }),
    // Only the key, or the lines, goes to standard output, so that scripts can read it.
    text: (made) =>
      "dialect" in made
        ? [
            made.lines.join("\n"),
            `This sends mail of tenant "${made.tenant}" in the application's own transactions: docs/sql.md.`
          ]
        : [
            ("lines" in made ? made.lines : [made.key]).join("\n"),
            `A key of tenant "${made.tenant}": ${made.scopes.join(", ")}; ${made.rate_limit} sends a minute.\n${made.warning}`
          ]
  }),
  list: command({
    description: "Lists the keys by their prefixes; their secret parts aren't stored.",
    options: { tenant },
    perform: (keys, { tenant: tenants }) =>
      Effect.forEach(tenants, ({ id, name }) =>
        Effect.map(keys.list(id), ({ data }) => data.map((key) => ({ tenant: name, ...key })))
      ).pipe(Effect.map((found) => ({ data: found.flat() }))),
    text: ({ data }) =>
      tableOf(data, {
        TENANT: "tenant",
        PREFIX: "prefix",
        ID: "id",
        NAME: "name",
        STATE: ({ revoked_at }) => (revoked_at === null ? "valid" : `revoked ${revoked_at}`),
        "LAST USED": ({ last_used_at }) => last_used_at ?? "never",
        "A MINUTE": "rate_limit",
        "A DAY": ({ max_sends_per_day }) => String(max_sends_per_day ?? "-"),
        "ONLY TO": ({ allowed_recipients }) => allowed_recipients?.join(",") ?? "-",
        SCOPES: "scopes"
      })
  }),
  revoke: command({
    description: "Revokes a key permanently; every process refuses it at once.",
    arguments: { key: "The id or the prefix of the key, or the key itself." },
    options: { tenant },
    perform: (keys, { key, tenant: tenants }) =>
      firstOf(tenants, ({ id, name }) => {
        const known = parseKey(key)?.prefix ?? key
        const change = {
          operation: "apiKeys.revoke",
          tenant: { id, name },
          target: { kind: "api_key", id: known }
        }
        return Effect.as(recorded(change)(keys.revoke(id, known)), { success: true, tenant: name })
      }),
    missing:
      "There is no such active key. `telemark keys list` shows the ids and prefixes of all keys.",
    text: ({ tenant }) =>
      `The key of tenant "${tenant}" was revoked. Every process refuses it from now on.`
  })
})
