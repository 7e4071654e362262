import { type Template, Templates } from "@telemark/core"
import { Effect } from "effect"
import * as Argument from "effect/cli/Argument"
import * as Flag from "effect/cli/Flag"
import { counted, isPlain, print, remark, visible } from "../output.js"
import { documentOf, type TemplateDocument } from "../templateFolder/TemplateDocument.js"
import { type FileChange, unifiedDiff } from "../templateFolder/changes.js"
import type { FileProblem } from "../templateFolder/problems.js"
import { commandFailed } from "./failures.js"
import { flag } from "./parameters.js"

export const tenant = Flag.String("tenant").pipe(
  Flag.withDescription("The tenant that owns the templates."),
  Flag.withDefault("default")
)

export const yes = flag("yes", "Continue without asking.")

export const directory = Argument.String("dir").pipe(
  Argument.withDescription("A folder with one folder for each template.")
)

const readsAtOnce = 4

/** Active ones, ordered by id. */
export const storedTemplates = (tenantId: string) =>
  Effect.gen(function* () {
    const templates = yield* Templates
    const ids = (yield* templates.list(tenantId)).data
      .filter(({ active }) => active)
      .map(({ id }) => id)
      .sort()
    const found = yield* Effect.forEach(
      ids,
      (id) =>
        // It was deactivated in the meantime.
        templates.get(tenantId, id).pipe(
          Effect.map((template) => [template]),
          Effect.catchTag("NotFound", () => Effect.succeed<ReadonlyArray<Template>>([]))
        ),
      { concurrency: readsAtOnce }
    )
    return found.flat()
  })

export const documentsById = (
  stored: ReadonlyArray<Template>
): ReadonlyMap<string, TemplateDocument> =>
  new Map(stored.map((template) => [template.id, documentOf(template)]))

export const printChanges = (changes: ReadonlyArray<FileChange>) =>
  print(unifiedDiff(changes, { isColored: process.stdout.isTTY && !isPlain }))

export const remarkAll = (what: string, names: ReadonlyArray<string>) =>
  names.length === 0 ? Effect.void : remark(`${what}: ${names.map(visible).join(", ")}`)

export const refuseProblems = (problems: ReadonlyArray<FileProblem>, otherwise: string) =>
  problems.length === 0
    ? Effect.void
    : commandFailed(
        "invalid_templates",
        [
          `${otherwise} Fix these first:`,
          ...problems.map(({ file, reason }) => visible(`  ${file}: ${reason}`))
        ].join("\n")
      )

export const templateCount = (count: number): string => counted(count, "template")
