import { Clock, Effect } from "effect"
import { NotFound } from "../Errors/index.js"
import { decode, ValidationFailed } from "../Validation/index.js"
import { compileParts, refusal } from "./content.js"
import { decodeTemplate } from "./decodeTemplate.js"
import { TemplateExists } from "./errors.js"
import { mergeContent, newContent, wholeProblems } from "./merge.js"
import { hasSource } from "./sources.js"
import { CreateTemplate, mayBeTemplate, RestoreTemplate, type SavedTemplate, UpdateTemplate } from "./Template.js"
import type { TemplateEngine } from "./TemplateEngine.js"
import type { TemplateContent } from "./TemplateRecord.js"
import type { TemplatesService } from "./Templates.js"
import type { TemplateKey, TemplateStore } from "./TemplateStore.js"
import { declarationWarnings, localeWarnings, usesOf, variablesOf } from "./variables.js"
import { pathsOf } from "./VariableUse.js"

type Store = typeof TemplateStore.Service
type Engine = typeof TemplateEngine.Service

/** What a save tells of its content. */
const told = (content: TemplateContent, warnings: ReadonlyArray<string> = []): Pick<SavedTemplate, "variables" | "warnings"> => {
  const used = pathsOf(usesOf(content))
  return {
    variables: variablesOf(used, content.variables),
    warnings: [...warnings, ...declarationWarnings(used, content.variables), ...localeWarnings(content)]
  }
}

const checkWhole = (content: TemplateContent, before?: TemplateContent): Effect.Effect<void, ValidationFailed> => {
  const problems = wholeProblems(content, before)
  return problems.length === 0 ? Effect.void : refusal(problems)
}

const decodeCreate = decodeTemplate(CreateTemplate)
const decodeUpdate = decodeTemplate(UpdateTemplate)
const decodeRestore = decode(RestoreTemplate)

const findActive = (store: Store, key: TemplateKey) =>
  Effect.gen(function*() {
    const record = mayBeTemplate(key.id) ? yield* store.find(key) : undefined
    return record?.active === true ? record : yield* new NotFound()
  })

const noSource = ValidationFailed.at("body", "must have mjml_source, html or design_json")

/** The content of a template that is to be made, and what MJML would rather have otherwise. */
const compileNew = (engine: Engine, tenantId: string, given: CreateTemplate) =>
  Effect.gen(function*() {
    if (!hasSource(given)) return yield* noSource
    const compiled = yield* compileParts(engine, tenantId, given, given.locales)
    const content = newContent(given, compiled)
    if (content === undefined) return yield* noSource
    yield* checkWhole(content)
    return { content, warnings: compiled.warnings }
  })

/** Tells what a save would tell, and keeps nothing. */
export const makeCheck = (engine: Engine): TemplatesService["check"] => (tenantId, input) =>
  Effect.gen(function*() {
    const { content, warnings } = yield* compileNew(engine, tenantId, yield* decodeCreate(input))
    return told(content, warnings)
  })

/** Makes a template. Whether there is one is told last: what is wrong with the request comes before what it meets. */
export const makeCreate = (store: Store, engine: Engine): TemplatesService["create"] => (tenantId, input) =>
  Effect.gen(function*() {
    const given = yield* decodeCreate(input)
    const { content, warnings } = yield* compileNew(engine, tenantId, given)
    const record = yield* store.create({ tenant_id: tenantId, id: given.id }, content, yield* Clock.currentTimeMillis)
    return record === undefined ? yield* new TemplateExists() : { id: given.id, version: record.version, ...told(content, warnings) }
  })

/** Makes the next version of a template. Compiling comes before the transaction, which only merges. */
export const makeUpdate = (store: Store, engine: Engine): TemplatesService["update"] => (tenantId, id, input) =>
  Effect.gen(function*() {
    const given = yield* decodeUpdate(input)
    const key = { tenant_id: tenantId, id }
    const record = yield* findActive(store, key)
    const compiled = yield* compileParts(engine, tenantId, given, given.locales)
    const current = yield* store.findVersion(key, record.version)
    if (current !== undefined) yield* checkWhole(mergeContent(current, given, compiled), current)
    const change = (current: TemplateContent) => mergeContent(current, given, compiled)
    const version = yield* store.save(key, change, yield* Clock.currentTimeMillis)
    if (version === undefined) return yield* new NotFound()
    const answer = { id, version: version.version, ...told(version, compiled.warnings) }
    return compiled.base.html === null ? answer : { ...answer, compiled_html: compiled.base.html }
  })

/** Makes an earlier content the next version. It was compiled when it was saved. */
export const makeRestore = (store: Store): TemplatesService["restore"] => (tenantId, id, input) =>
  Effect.gen(function*() {
    const { version } = yield* decodeRestore(input)
    const key = { tenant_id: tenantId, id }
    yield* findActive(store, key)
    const earlier = yield* store.findVersion(key, version)
    if (earlier === undefined) return yield* ValidationFailed.at("version", "is not a version of this template")
    const restored = yield* store.save(key, () => earlier, yield* Clock.currentTimeMillis)
    return restored === undefined ? yield* new NotFound() : { id, version: restored.version, ...told(restored) }
  })
