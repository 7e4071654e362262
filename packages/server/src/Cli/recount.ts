import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { recountMessages } from "@telemark/core"
import { Effect } from "effect"
import { print, printJson } from "../output.js"
import { json } from "./options.js"
import { formatTable } from "./formatTable.js"
import { tenantsOf } from "./tenantsOf.js"
import { withServices } from "./withServices.js"

const tenant = Flag.String("tenant").pipe(
  Flag.withDescription("Recount only this tenant's log; by default that of all tenants."),
  Flag.optional
)

export const recount = Command.make("recount", { tenant, json }, ({ json, tenant }) =>
  withServices(
    () =>
      Effect.gen(function* () {
        const recounted = yield* Effect.forEach(yield* tenantsOf(tenant), ({ id, name }) =>
          Effect.map(recountMessages(id), (corrected) => ({ tenant: name, corrected }))
        )
        yield* json
          ? printJson({ data: recounted })
          : print(
              formatTable([
                ["TENANT", "CORRECTED"],
                ...recounted.map(({ corrected, tenant }) => [tenant, String(corrected)])
              ])
            )
      }),
    { statementTimeout: "1 hour" }
  )
).pipe(
  Command.withDescription(
    "Recounts the log and corrects the counters behind analytics and lists. " +
      "Run it after you restored some of the tables or changed them by hand, and after processes of an older and a newer version wrote at the same time."
  )
)
