import { Templates } from "@telemark/core"
import { Effect } from "effect"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { readFile } from "node:fs/promises"
import { print, printJson } from "../output.js"
import { writeWhole } from "../templateFolder/writeFolder.js"
import { CommandFailed } from "./failures.js"
import { flag, json } from "./parameters.js"
import { tenant } from "./templatesShared.js"
import { tenantOf } from "./tenantParameters.js"
import { withServices } from "./withDatabase.js"

const textOf = (file: string) => Effect.promise(() => readFile(file, "utf8").catch(() => undefined))

const outdated = (file: string): CommandFailed =>
  new CommandFailed({
    code: "types_outdated",
    message: `${file} is not up to date with the templates. Write it again: telemark templates types --out ${file}`
  })

export const types = Command.make(
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
        if (out === "-")
          return yield* json ? printJson({ declarations }) : print(declarations.trimEnd())
        const isCurrent = (yield* textOf(out)) === declarations
        if (check && !isCurrent) return yield* outdated(out)
        if (!isCurrent) yield* writeWhole(out, declarations)
        yield* json
          ? printJson({ file: out, written: !isCurrent })
          : print(isCurrent ? `${out} is up to date.` : `Wrote ${out}.`)
      })
    )
).pipe(
  Command.withDescription(
    "Declares the data of all active templates, so that TypeScript checks `emails.send` against it."
  )
)
