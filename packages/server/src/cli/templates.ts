import { printAs } from "../output.js"
import { writeWhole } from "../templateFolder/folder.js"
import { type CommandFailed, commandFailed } from "./failures.js"
import { tableOf } from "./formatTable.js"
import { operationCommands } from "./operationCommand.js"
import { flag, json } from "./parameters.js"
import { pull } from "./templatesPull.js"
import { push } from "./templatesPush.js"
import { tenant } from "./templatesShared.js"
import { oneTenant, tenantOf } from "./tenantParameters.js"
import { withServices } from "./withSettings.js"
import { Templates } from "@telemark/core"
import { Effect } from "effect"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { readFile } from "node:fs/promises"

const textOf = (file: string) => Effect.promise(() => readFile(file, "utf8").catch(() => undefined))

const outdated = (file: string): CommandFailed =>
  commandFailed(
    "types_outdated",
    `${file} is not up to date with the templates. Write it again: telemark templates types --out ${file}`
  )

const types = Command.make(
  "types",
  {
    out: Flag.String("out").pipe(
      Flag.withDescription("The file to write, such as src/templates.d.ts; - for standard output.")
    ),
    check: flag("check", "Write nothing, and fail if the file is not up to date."),
    tenant,
    json
  },
  ({ check, json, out, tenant }) =>
    withServices(() =>
      Effect.gen(function* () {
        const { types } = yield* Templates
        const declarations = yield* types((yield* tenantOf(tenant)).id)
        if (out === "-") return yield* printAs(json, { declarations }, declarations.trimEnd())
        const isCurrent = (yield* textOf(out)) === declarations
        if (check && !isCurrent) return yield* outdated(out)
        if (!isCurrent) yield* writeWhole(out, declarations)
        yield* printAs(
          json,
          { file: out, written: !isCurrent },
          isCurrent ? `${out} is up to date.` : `Wrote ${out}.`
        )
      })
    )
).pipe(
  Command.withDescription(
    "Declares the data of all active templates, so that TypeScript checks `emails.send` against it."
  )
)

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
