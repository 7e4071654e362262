import { Templates } from "@telemark/core"
import * as Command from "effect/cli/Command"
import { tableOf } from "./formatTable.js"
import { operationCommands } from "./operationCommand.js"
import { pull } from "./templatesPull.js"
import { push } from "./templatesPush.js"
import { types } from "./templatesTypes.js"
import { oneTenant } from "./tenantParameters.js"
import { withServices } from "./withDatabase.js"

const list = operationCommands(
  withServices,
  Templates
)({
  description: "Lists the templates, deactivated ones too, newest first.",
  options: { tenant: oneTenant("The tenant that owns the templates.") },
  perform: (templates, { tenant }) => templates.list(tenant.id),
  text: ({ data }) =>
    tableOf(data, {
      ID: "id",
      VERSION: "version",
      STATE: ({ active }) => (active ? "active" : "deactivated"),
      UPDATED: "updated_at",
      NAME: "name",
      SUBJECT: "subject_template"
    })
})("list")

export const templates = Command.make("templates").pipe(
  Command.withDescription(
    "Lists templates, copies them from and to a folder of files, and declares their data for TypeScript."
  ),
  Command.withSubcommands([list, push, pull, types])
)
