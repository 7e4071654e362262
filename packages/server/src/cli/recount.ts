import { Database, recountMessages } from "@telemark/core"
import { Effect } from "effect"
import { tableOf } from "./formatTable.js"
import { operationCommands } from "./operationCommand.js"
import { eachTenant } from "./tenantParameters.js"
import { withServices } from "./withSettings.js"

export const recount = operationCommands(
  withServices,
  Database
)({
  description:
    "Recounts the log and corrects the counters behind analytics and lists. " +
    "Run it after you restored some of the tables or changed them by hand, and after processes of an older and a newer version wrote at the same time.",
  options: {
    tenant: eachTenant("Recount only this tenant's log; by default that of all tenants.")
  },
  database: { statementTimeout: "1 hour" },
  perform: (database, { tenant: tenants }) =>
    Effect.forEach(tenants, ({ id, name }) =>
      Effect.map(Effect.provideService(recountMessages(id), Database, database), (corrected) => ({
        tenant: name,
        corrected
      }))
    ).pipe(Effect.map((data) => ({ data }))),
  text: ({ data }) => tableOf(data, { TENANT: "tenant", CORRECTED: "corrected" })
})("recount")
