import * as Command from "effect/cli/Command"
import { Templates, type TemplateSummary } from "@telemark/core"
import { Effect } from "effect"
import { print, printJson } from "../output.js"
import { json } from "./options.js"
import { formatTable } from "./formatTable.js"
import { tenantOf } from "./tenantsOf.js"
import { pull } from "./templatesPull.js"
import { push } from "./templatesPush.js"
import { tenant } from "./templatesShared.js"
import { types } from "./templatesTypes.js"
import { withServices } from "./withServices.js"

const row = ({
  active,
  id,
  name,
  subject_template,
  updated_at,
  version
}: TemplateSummary): ReadonlyArray<string> => [
  id,
  String(version),
  active ? "active" : "deactivated",
  updated_at,
  name,
  subject_template
]

const list = Command.make("list", { tenant, json }, ({ json, tenant }) =>
  withServices(() =>
    Effect.gen(function* () {
      const templates = yield* Templates
      const { data } = yield* templates.list((yield* tenantOf(tenant)).id)
      if (json) return yield* printJson({ data })
      yield* print(
        formatTable([["ID", "VERSION", "STATE", "UPDATED", "NAME", "SUBJECT"], ...data.map(row)])
      )
    })
  )
).pipe(Command.withDescription("Lists the templates, deactivated ones too, newest first."))

export const templates = Command.make("templates").pipe(
  Command.withDescription(
    "Lists templates, copies them from and to a folder of files, and declares their data for TypeScript."
  ),
  Command.withSubcommands([list, push, pull, types])
)
