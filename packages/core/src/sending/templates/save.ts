import {
  CreateTemplate,
  decode,
  NotFound,
  RestoreTemplate,
  TemplateExists,
  UpdateTemplate,
  ValidationFailed
} from "@telemark/contract"
import { Clock, Effect } from "effect"
import type { TemplateEngine } from "./TemplateEngine.js"
import type { TemplateContent } from "./TemplateRecord.js"
import type { TemplateKey, TemplateStore } from "./TemplateStore.js"
import type { TemplateCheck, TemplatesService } from "./Templates.js"
import { pathsOf } from "./VariableUse.js"
import { compileParts, refusal } from "./content.js"
import { decodeTemplate } from "./decodeTemplate.js"
import { largeHtmlWarning } from "./largeHtml.js"
import { mergeContent, newContent, wholeProblems } from "./merge.js"
import { hasSource } from "./sources.js"
import { declarationWarnings, localeWarnings, usesOf, variablesOf } from "./variables.js"

type Store = typeof TemplateStore.Service
type Engine = typeof TemplateEngine.Service

const describe = (
  content: TemplateContent,
  warnings: ReadonlyArray<string> = []
): TemplateCheck => {
  const used = pathsOf(usesOf(content))
  return {
    variables: variablesOf(used, content.variables),
    warnings: [
      ...warnings,
      ...declarationWarnings(used, content.variables),
      ...localeWarnings(content),
      ...largeHtmlWarning(content.html)
    ]
  }
}

const decodeCreate = decodeTemplate(CreateTemplate)
const decodeUpdate = decodeTemplate(UpdateTemplate)
const decodeRestore = decode(RestoreTemplate)

const requireActive = (store: Store, key: TemplateKey) =>
  Effect.gen(function* () {
    if ((yield* store.find(key))?.active !== true) return yield* new NotFound()
  })

const noSource = () => ValidationFailed.at("body", "must have mjml_source, html or design_json")

const compileNew = (engine: Engine, tenantId: string, given: CreateTemplate) =>
  Effect.gen(function* () {
    if (!hasSource(given)) return yield* noSource()
    const compiled = yield* compileParts(engine, tenantId, given, given.locales)
    const content = newContent(given, compiled)
    if (content === undefined) return yield* noSource()
    const problems = wholeProblems(content)
    if (problems.length > 0) return yield* refusal(problems)
    return { content, warnings: compiled.warnings }
  })

export const makeCheck =
  (engine: Engine): TemplatesService["check"] =>
  (tenantId, input) =>
    Effect.gen(function* () {
      const { content, warnings } = yield* compileNew(
        engine,
        tenantId,
        yield* Effect.fromResult(decodeCreate(input))
      )
      return describe(content, warnings)
    })

/** Creates a template. An existing one is reported last: faults of the request come first. */
export const makeCreate =
  (store: Store, engine: Engine): TemplatesService["create"] =>
  (tenantId, input) =>
    Effect.gen(function* () {
      const given = yield* Effect.fromResult(decodeCreate(input))
      const { content, warnings } = yield* compileNew(engine, tenantId, given)
      const record = yield* store.create(
        { tenant_id: tenantId, id: given.id },
        content,
        yield* Clock.currentTimeMillis
      )
      return record === undefined
        ? yield* new TemplateExists()
        : {
            id: given.id,
            version: record.version,
            ...describe(content, warnings),
            status: "created" as const
          }
    })

/** Creates the next version. Compiling comes before the transaction, which only merges. */
export const makeUpdate =
  (store: Store, engine: Engine): TemplatesService["update"] =>
  (tenantId, id, input) =>
    Effect.gen(function* () {
      const given = yield* Effect.fromResult(decodeUpdate(input))
      const key = { tenant_id: tenantId, id }
      yield* requireActive(store, key)
      const compiled = yield* compileParts(engine, tenantId, given, given.locales)
      const change = (current: TemplateContent) => {
        const content = mergeContent(current, given, compiled)
        const problems = wholeProblems(content, current)
        // Throws to roll back: only inside the transaction is it known what an earlier save has
        // added.
        if (problems.length > 0) throw refusal(problems)
        return content
      }
      const version = yield* Effect.catchDefect(
        store.save(key, change, yield* Clock.currentTimeMillis),
        (defect) => (defect instanceof ValidationFailed ? Effect.fail(defect) : Effect.die(defect))
      )
      if (version === undefined) return yield* new NotFound()
      const answer = {
        id,
        version: version.version,
        ...describe(version, compiled.warnings),
        status: "updated" as const
      }
      return compiled.base.html === null ? answer : { ...answer, compiled_html: compiled.base.html }
    })

export const makeRestore =
  (store: Store): TemplatesService["restore"] =>
  (tenantId, id, input) =>
    Effect.gen(function* () {
      const { version } = yield* Effect.fromResult(decodeRestore(input))
      const key = { tenant_id: tenantId, id }
      yield* requireActive(store, key)
      const earlier = yield* store.findVersion(key, version)
      if (earlier === undefined)
        return yield* ValidationFailed.at("version", "is not a version of this template")
      const restored = yield* store.save(key, () => earlier, yield* Clock.currentTimeMillis)
      return restored === undefined
        ? yield* new NotFound()
        : { id, version: restored.version, ...describe(restored), status: "restored" as const }
    })
