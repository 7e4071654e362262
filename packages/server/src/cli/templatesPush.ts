import { print, printAs, printJson, remark, visible } from "../output.js"
import { filesOf, type TemplateDocument } from "../templateFolder/TemplateDocument.js"
import { changesOf } from "../templateFolder/changes.js"
import { refusedAt } from "../templateFolder/problems.js"
import { readDocument } from "../templateFolder/readDocument.js"
import { readDirectory, readFolder } from "../templateFolder/folder.js"
import { confirm } from "./confirm.js"
import { commandFailed } from "./failures.js"
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
import { recorded } from "./recorded.js"
import { type Template, Templates, type Tenant } from "@telemark/core"
import { Data, Effect, Result } from "effect"
import * as Command from "effect/cli/Command"

/** The stored template has changed since it was compared. */
class TemplateMoved extends Data.TaggedError("TemplateMoved")<{
  readonly id: string
  readonly became: string
}> {
  override get message(): string {
    return `${this.id} was ${this.became}: run push again`
  }
}

/**
 * Missing parts and languages are removed. Fails with `TemplateMoved` if storage no longer has
 * `shown`.
 */
const save = (tenant: Tenant, document: TemplateDocument, shown: Template | undefined) => {
  const { id, ...input } = document
  const pushed = <A, E, R>(operation: string, saved: Effect.Effect<A, E, R>) =>
    recorded({
      operation,
      tenant,
      target: { kind: "template", id },
      members: Object.keys(document)
    })(saved)
  const moved = (became: string) => new TemplateMoved({ id, became })
  return Effect.gen(function* () {
    const templates = yield* Templates
    if (shown === undefined) {
      const created = yield* Effect.catchTag(
        pushed("templates.create", templates.create(tenant.id, document)),
        "TemplateExists",
        () => moved("made meanwhile")
      )
      return { ...created, status: "created" as const }
    }
    // `update` takes no base version: a save between this check and the end of the compilation goes
    // unnoticed.
    const current = yield* templates.get(tenant.id, id)
    if (current.version !== shown.version)
      return yield* moved(`saved meanwhile (version ${String(current.version)})`)
    const gone = Object.fromEntries(Object.keys(shown.locales).map((tag) => [tag, null]))
    const { version, warnings } = yield* pushed(
      "templates.update",
      templates.update(tenant.id, id, { ...input, locales: { ...gone, ...document.locales } })
    )
    return { id, version, warnings, status: "updated" as const }
  }).pipe(Effect.catchTag("NotFound", () => moved("deactivated meanwhile")))
}

const otherwise = "Nothing was pushed."

const readTemplates = (folder: string) =>
  Effect.gen(function* () {
    const found = yield* readDirectory(folder)
    const contents = yield* Effect.forEach(found.ids, (id) =>
      Effect.map(readFolder(folder, id), (content) => ({ id, ...content }))
    )
    const templates = contents.filter(({ files, problems }) => files.size + problems.length > 0)
    const read = templates.map(({ files, id, problems }) => ({
      document: readDocument(id, files),
      problems
    }))
    const ignored = contents.filter((one) => !templates.includes(one)).map(({ id }) => id)
    yield* remarkAll("Ignored, since no template has such files", [
      ...found.ignored,
      ...ignored,
      ...templates.flatMap((one) => one.ignored)
    ])
    return {
      documents: read.flatMap(({ document }) =>
        Result.isSuccess(document) ? [document.success] : []
      ),
      problems: [
        ...found.problems,
        ...read.flatMap(({ document, problems }) => [
          ...problems,
          ...(Result.isFailure(document) && problems.length === 0 ? document.failure : [])
        ])
      ]
    }
  })

const problemsOf = (tenantId: string, document: TemplateDocument) =>
  Effect.gen(function* () {
    const checked = yield* Effect.result((yield* Templates).check(tenantId, document))
    if (Result.isSuccess(checked)) return []
    return checked.failure._tag === "ValidationFailed"
      ? refusedAt(document.id, checked.failure)
      : yield* checked.failure
  })

/**
 * One by one. Those that changed in storage since they were shown are skipped and reported at the
 * end.
 */
const saveAll = (
  tenant: Tenant,
  documents: ReadonlyArray<TemplateDocument>,
  shown: ReadonlyMap<string, Template>,
  json: boolean
) =>
  Effect.gen(function* () {
    const saved: Array<Effect.Success<ReturnType<typeof save>>> = []
    const moved: Array<TemplateMoved> = []
    for (const document of documents) {
      const one = yield* save(tenant, document, shown.get(document.id)).pipe(
        Effect.catchTag("TemplateMoved", (refused) => Effect.succeed(refused)),
        Effect.tapError(() =>
          saved.length === 0
            ? Effect.void
            : remark(
                `${templateCount(saved.length)} of ${String(documents.length)} were pushed before this one.`
              )
        ),
        Effect.catchTag("ValidationFailed", (error) =>
          Effect.andThen(
            refuseProblems(refusedAt(document.id, error), `${document.id} was not pushed.`),
            Effect.die(error)
          )
        )
      )
      if (one instanceof TemplateMoved) {
        moved.push(one)
        continue
      }
      saved.push(one)
      if (!json) yield* print(`${one.id}: version ${String(one.version)}`)
      yield* Effect.forEach(one.warnings, (warning) => remark(visible(`${one.id}: ${warning}`)))
    }
    if (moved.length === 0) return saved
    return yield* commandFailed(
      "template_moved",
      [
        `${templateCount(saved.length)} of ${String(documents.length)} were pushed. Not pushed:`,
        ...moved.map(({ message }) => `  ${message}`)
      ].join("\n")
    )
  })

export const push = Command.make(
  "push",
  { directory, tenant, yes, json },
  ({ directory, json, tenant, yes }) =>
    withServices(() =>
      Effect.gen(function* () {
        const owner = yield* tenantOf(tenant)
        const { id: tenantId } = owner
        const templates = yield* storedTemplates(tenantId)
        const shown = new Map(templates.map((template) => [template.id, template]))
        const stored = documentsById(templates)
        const { documents, problems } = yield* readTemplates(directory)
        const compared = documents.map((document) => {
          const before = stored.get(document.id)
          return {
            document,
            changes: changesOf(
              document.id,
              before === undefined ? new Map() : filesOf(before),
              filesOf(document)
            )
          }
        })
        const changed = compared.filter(({ changes }) => changes.length > 0)
        const found = yield* Effect.forEach(changed, ({ document }) =>
          problemsOf(tenantId, document)
        )
        yield* refuseProblems([...problems, ...found.flat()], otherwise)

        const left_alone = [...stored.keys()].filter(
          (id) => !documents.some((document) => document.id === id)
        )
        yield* remarkAll("Left unchanged, since the folder doesn't have them", left_alone)
        const unchanged = compared
          .filter(({ changes }) => changes.length === 0)
          .map(({ document: { id } }) => ({
            id,
            version: shown.get(id)?.version,
            status: "unchanged" as const,
            warnings: []
          }))
        if (changed.length === 0)
          return yield* printAs(
            json,
            { data: unchanged, left_alone },
            "Nothing to do: the stored templates match the folder."
          )

        if (!json) yield* printChanges(changed.flatMap(({ changes }) => changes))
        yield* confirm({ question: `Push ${templateCount(changed.length)}?`, otherwise, yes, json })
        const pushed = yield* saveAll(
          owner,
          changed.map(({ document }) => document),
          shown,
          json
        )
        const saved = pushed.map(({ id, status, version, warnings }) => ({
          id,
          version,
          status,
          warnings
        }))
        if (json) yield* printJson({ data: [...saved, ...unchanged], left_alone })
      })
    )
).pipe(
  Command.withDescription(
    "Saves the templates of a folder that differ from the stored ones, after showing the differences."
  )
)
