import {
  type CompilerBusy,
  type CreatedTemplate,
  CreateTemplate,
  decode,
  mayBeTemplate,
  NotFound,
  type RestoredTemplate,
  RestoreTemplate,
  StorageError,
  TemplateExists,
  type UpdatedTemplate,
  UpdateTemplate,
  ValidationFailed
} from "@telemark/contract"
import { Clock, Effect, Result } from "effect"
import { Database } from "../../database/Database.js"
import { stored } from "../../database/storageError.js"
import {
  type TemplateContent,
  type TemplateKey,
  type TemplateVersion,
  versionOf
} from "./Template.js"
import { TemplateEngine } from "./TemplateEngine.js"
import { pathsOf } from "./VariableUse.js"
import { decodeTemplate } from "./decodeTemplate.js"
import {
  compileParts,
  mergeContent,
  newContent,
  refusal,
  wholeProblems
} from "./templateContent.js"
import { hasSource } from "./templateParts.js"
import { templateQueries } from "./templateTable.js"
import {
  declarationWarnings,
  largeHtmlWarning,
  localeWarnings,
  usesOf,
  variablesOf
} from "./templateWarnings.js"

type SaveError = ValidationFailed | CompilerBusy | StorageError

/** The variables and warnings that a save would return. */
export type TemplateCheck = Pick<CreatedTemplate, "variables" | "warnings">

/** What makes versions. */
export interface TemplateSaves {
  /**
   * Compiles and reports like `create`, without saving. An existing template with that id doesn't
   * matter.
   */
  readonly check: (
    tenantId: string,
    input: CreateTemplate
  ) => Effect.Effect<TemplateCheck, ValidationFailed | CompilerBusy>
  /** Compiles and stores a new template; a deactivated one is reactivated with its next version. */
  readonly create: (
    tenantId: string,
    input: CreateTemplate
  ) => Effect.Effect<CreatedTemplate, TemplateExists | SaveError>
  /**
   * Creates the next version; omitted members stay as they are. Concurrent updates apply one after
   * the other.
   */
  readonly update: (
    tenantId: string,
    id: string,
    input: UpdateTemplate
  ) => Effect.Effect<UpdatedTemplate, NotFound | SaveError>
  readonly restore: (
    tenantId: string,
    id: string,
    input: RestoreTemplate
  ) => Effect.Effect<RestoredTemplate, NotFound | ValidationFailed | StorageError>
}

const decodeCreate = decodeTemplate(CreateTemplate)
const decodeUpdate = decodeTemplate(UpdateTemplate)
const decodeRestore = decode(RestoreTemplate)

const checkOf = (content: TemplateContent, warnings: ReadonlyArray<string> = []): TemplateCheck => {
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

const noSource = () => ValidationFailed.at("body", "must have mjml_source, html or design_json")

const lacksVersion = () =>
  new StorageError({
    reason: "fault",
    cause: new Error("the current version of a template is missing")
  })

/** The key, unless no template can have that id: a text such as NUL must not reach the database. */
export const keyOf = (tenant_id: string, id: string): Effect.Effect<TemplateKey, NotFound> =>
  mayBeTemplate(id) ? Effect.succeed({ tenant_id, id }) : new NotFound()

export const makeSaves = Effect.gen(function* () {
  const database = yield* Database
  const engine = yield* TemplateEngine
  const templates = yield* templateQueries

  const compileNew = (tenantId: string, given: CreateTemplate) =>
    Effect.gen(function* () {
      if (!hasSource(given)) return yield* noSource()
      const compiled = yield* compileParts(engine, tenantId, given, given.locales)
      const content = newContent(given, compiled)
      if (content === undefined) return yield* noSource()
      const problems = wholeProblems(content)
      if (problems.length > 0) return yield* refusal(problems)
      return { content, warnings: compiled.warnings }
    })

  const activeKey = (tenantId: string, id: string) =>
    Effect.gen(function* () {
      const key = yield* keyOf(tenantId, id)
      if ((yield* stored(templates.find(key)))?.active !== true) return yield* new NotFound()
      return key
    })

  /**
   * Writes the next version. It is locked before its content is read, so that a save that waited
   * for another one sees what that one wrote.
   */
  const save = (
    key: TemplateKey,
    change: (current: TemplateVersion) => Result.Result<TemplateContent, ValidationFailed>
  ) =>
    Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      return yield* database.change(
        Effect.gen(function* () {
          const template = yield* templates.findLocked(key)
          if (template?.active !== true) return yield* new NotFound()
          const current = yield* templates.findVersion(key, template.version)
          if (current === undefined) return yield* lacksVersion()
          const content = yield* Effect.fromResult(change(current))
          const changed = versionOf(key, template.version + 1, content, now)
          yield* templates.setVersion(changed)
          yield* templates.insertVersion(changed)
          return changed
        })
      )
    })

  const service: TemplateSaves = {
    check: (tenantId, input) =>
      Effect.gen(function* () {
        const given = yield* Effect.fromResult(decodeCreate(input))
        const { content, warnings } = yield* compileNew(tenantId, given)
        return checkOf(content, warnings)
      }),

    // An existing template is reported last: faults of the request come first.
    create: (tenant_id, input) =>
      Effect.gen(function* () {
        const given = yield* Effect.fromResult(decodeCreate(input))
        const { content, warnings } = yield* compileNew(tenant_id, given)
        const { id, name, subject_template } = given
        const now = yield* Clock.currentTimeMillis
        const created = yield* database.change(
          Effect.gen(function* () {
            const key = { tenant_id, id }
            const template = yield* templates.activate({
              ...key,
              name,
              subject_template,
              active: true,
              version: 1,
              created_at: now,
              updated_at: now
            })
            if (template === undefined) return yield* new TemplateExists()
            yield* templates.insertVersion(versionOf(key, template.version, content, now))
            return template
          })
        )
        return { id, version: created.version, ...checkOf(content, warnings), status: "created" }
      }),

    // Compiling comes before the transaction, which only merges.
    update: (tenantId, id, input) =>
      Effect.gen(function* () {
        const given = yield* Effect.fromResult(decodeUpdate(input))
        const key = yield* activeKey(tenantId, id)
        const compiled = yield* compileParts(engine, tenantId, given, given.locales)
        const saved = yield* save(key, (current) => {
          const content = mergeContent(current, given, compiled)
          const problems = wholeProblems(content, current)
          return problems.length > 0 ? Result.fail(refusal(problems)) : Result.succeed(content)
        })
        const { html } = compiled.base
        return {
          id,
          version: saved.version,
          ...checkOf(saved, compiled.warnings),
          status: "updated",
          ...(html === null ? {} : { compiled_html: html })
        }
      }),

    restore: (tenantId, id, input) =>
      Effect.gen(function* () {
        const { version } = yield* Effect.fromResult(decodeRestore(input))
        const key = yield* activeKey(tenantId, id)
        const earlier = yield* stored(templates.findVersion(key, version))
        if (earlier === undefined)
          return yield* ValidationFailed.at("version", "is not a version of this template")
        const saved = yield* save(key, () => Result.succeed(earlier))
        return { id, version: saved.version, ...checkOf(saved), status: "restored" }
      })
  }
  return service
})
