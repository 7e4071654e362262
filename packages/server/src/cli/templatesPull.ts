import { Effect, Result } from "effect"
import * as Command from "effect/cli/Command"
import { printAs } from "../output.js"
import {
  type Files,
  filesOf,
  type TemplateDocument,
  unformatted
} from "../templateFolder/TemplateDocument.js"
import { changesOf } from "../templateFolder/changes.js"
import { collisions, notOnWindows } from "../templateFolder/problems.js"
import { readDocument } from "../templateFolder/readDocument.js"
import {
  applyChanges,
  type Directory,
  readDirectory,
  readFolder
} from "../templateFolder/folder.js"
import { confirm } from "./confirm.js"
import { json } from "./parameters.js"
import {
  templateCount,
  directory,
  documentsById,
  printChanges,
  refuseProblems,
  remarkAll,
  storedTemplates,
  tenant,
  yes
} from "./templatesShared.js"
import { tenantOf } from "./tenantParameters.js"
import { withServices } from "./withSettings.js"

const otherwise = "Nothing was written."
const nowhere: Directory = { ids: [], ignored: [], problems: [] }

/** A file keeps its formatting if its contents equal those to be written. */
const changesFor = (id: string, present: Files, document: TemplateDocument) => {
  const alike = Result.match(readDocument(id, present), {
    onSuccess: filesOf,
    onFailure: () => unformatted(present)
  })
  const wanted = filesOf(document)
  const kept = [...wanted].map(([path, text]): readonly [string, string] => [
    path,
    alike.get(path) === text ? (present.get(path) ?? text) : text
  ])
  return changesOf(id, present, new Map(kept))
}

const compare = (folder: string, stored: ReadonlyMap<string, TemplateDocument>) =>
  Effect.gen(function* () {
    const found = yield* Effect.catchIf(
      readDirectory(folder),
      ({ isMissing }) => isMissing,
      () => Effect.succeed(nowhere)
    )
    const conflicting = [
      ...found.problems.filter(({ file }) => stored.has(file)),
      ...collisions(
        [...stored.keys()],
        [...found.ids, ...found.ignored, ...found.problems.map(({ file }) => file)]
      )
    ]
    const read =
      conflicting.length > 0
        ? []
        : yield* Effect.forEach(stored, ([id, document]) =>
            Effect.map(readFolder(folder, id), (content) => ({
              id,
              problems: content.problems,
              changes: changesFor(id, content.files, document)
            }))
          )
    yield* refuseProblems([...conflicting, ...read.flatMap(({ problems }) => problems)], otherwise)
    return {
      changed: read.filter(({ changes }) => changes.length > 0),
      others: found.ids.filter((id) => !stored.has(id))
    }
  })

export const pull = Command.make(
  "pull",
  { directory, tenant, yes, json },
  ({ directory, json, tenant, yes }) =>
    withServices(() =>
      Effect.gen(function* () {
        const stored = documentsById(yield* storedTemplates((yield* tenantOf(tenant)).id))
        const { changed, others } = yield* compare(directory, stored)
        const changes = changed.flatMap((one) => one.changes)
        yield* remarkAll("Left unchanged, since storage has no active template of that id", others)
        yield* remarkAll(
          "Windows can't hold folders of these names",
          notOnWindows([...stored.keys()])
        )
        const written = new Set(changed.map(({ id }) => id))
        const document = {
          data: [...stored.keys()].map((id) => ({
            id,
            status: written.has(id) ? "written" : "unchanged"
          }))
        }
        if (changes.length === 0)
          return yield* printAs(
            json,
            document,
            "Nothing to do: the folder matches the stored templates."
          )

        if (!json) yield* printChanges(changes)
        yield* confirm({
          question: `Write ${templateCount(changed.length)}?`,
          otherwise,
          yes,
          json
        })
        yield* applyChanges(directory, changes)
        yield* printAs(json, document, `Wrote ${templateCount(changed.length)}.`)
      })
    )
).pipe(
  Command.withDescription("Writes the active templates into a folder, after showing the changes.")
)
