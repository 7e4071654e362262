import {
  type CompilerBusy,
  type DeactivatedTemplate,
  NotFound,
  type Starter,
  type StarterList,
  type StorageError,
  type Template,
  type TemplateList,
  type TemplateVersionList,
  type TemplateVersionView,
  timestamp
} from "@telemark/contract"
import { Clock, Context, Effect, Layer } from "effect"
import { Brands } from "../../accounts/brands/Brands.js"
import { Database } from "../../database/Database.js"
import { stored } from "../../database/storageError.js"
import { doneOrNotFound, orNotFound } from "../../operations/found.js"
import { summaryOf, type TemplateVersion, viewOfTemplate, viewOfVersion } from "./Template.js"
import { StarterCatalog } from "./TemplateEngine.js"
import { makePreview } from "./previewTemplate.js"
import { keyOf, makeSaves, type TemplateSaves } from "./saveTemplate.js"
import { templateQueries } from "./templateTable.js"
import { templateTypes, type TypedTemplate } from "./templateTypes.js"
import { usesOf } from "./templateWarnings.js"

export interface TemplatesService extends TemplateSaves {
  /** Sends can no longer use it; its versions stay. */
  readonly deactivate: (
    tenantId: string,
    id: string
  ) => Effect.Effect<DeactivatedTemplate, NotFound | StorageError>
  readonly get: (tenantId: string, id: string) => Effect.Effect<Template, NotFound | StorageError>
  /** All, including deactivated ones; newest first. */
  readonly list: (tenantId: string) => Effect.Effect<TemplateList, StorageError>
  /** Newest first. */
  readonly versions: (
    tenantId: string,
    id: string
  ) => Effect.Effect<TemplateVersionList, NotFound | StorageError>
  readonly version: (
    tenantId: string,
    id: string,
    version: number
  ) => Effect.Effect<TemplateVersionView, NotFound | StorageError>
  /** Compiles and renders without saving. Faults of the template are part of the result. */
  readonly preview: Effect.Success<typeof makePreview>
  readonly starters: (tenantId: string) => Effect.Effect<StarterList, CompilerBusy | StorageError>
  readonly starter: (
    tenantId: string,
    slug: string
  ) => Effect.Effect<Starter, NotFound | StorageError>
  /** TypeScript declarations of the data that each active template takes. See `templateTypes`. */
  readonly types: (tenantId: string) => Effect.Effect<string, StorageError>
}

/** Concurrent look-ups of one caller; more would keep a database busy. */
const readsAtOnce = 4

/** Keeps only what declarations need: whole versions may be large. */
const typedOf = (version: TemplateVersion): TypedTemplate => ({
  id: version.template_id,
  uses: usesOf(version),
  defaults: Object.keys(version.variables).filter((path) => version.variables[path] !== "")
})

const make = Effect.gen(function* () {
  const { change } = yield* Database
  const templates = yield* templateQueries
  const starters = yield* StarterCatalog
  const brands = yield* Brands
  const list = (tenantId: string) => stored(templates.list(tenantId))

  return Templates.of({
    ...(yield* makeSaves),
    preview: yield* makePreview,

    deactivate: (tenantId, id) =>
      Effect.gen(function* () {
        const key = yield* keyOf(tenantId, id)
        const now = yield* Clock.currentTimeMillis
        yield* change(doneOrNotFound(templates.deactivate(key, now)))
        return { id, status: "deactivated" as const }
      }),

    get: (tenantId, id) =>
      Effect.gen(function* () {
        const key = yield* keyOf(tenantId, id)
        const record = yield* orNotFound(stored(templates.find(key)))
        const version = yield* orNotFound(stored(templates.findVersion(key, record.version)))
        return viewOfTemplate(record, version)
      }),

    list: (tenantId) => Effect.map(list(tenantId), (records) => ({ data: records.map(summaryOf) })),

    versions: (tenantId, id) =>
      Effect.gen(function* () {
        const listed = yield* stored(templates.listVersions(yield* keyOf(tenantId, id)))
        if (listed.length === 0) return yield* new NotFound()
        return {
          data: listed.map((version) => ({ ...version, created_at: timestamp(version.created_at) }))
        }
      }),

    version: (tenantId, id, version) =>
      Effect.gen(function* () {
        const key = yield* keyOf(tenantId, id)
        // Untyped callers may pass anything.
        if (!Number.isSafeInteger(version)) return yield* new NotFound()
        return viewOfVersion(yield* orNotFound(stored(templates.findVersion(key, version))))
      }),

    starters: (tenantId) =>
      Effect.flatMap(brands.get(tenantId), (brand) =>
        Effect.map(starters.list(tenantId, brand), (data) => ({ data }))
      ),

    starter: (tenantId, slug) =>
      orNotFound(Effect.map(brands.get(tenantId), (brand) => starters.find(slug, brand))),

    types: (tenantId) =>
      Effect.gen(function* () {
        const active = (yield* list(tenantId)).filter((record) => record.active)
        const versions = yield* Effect.forEach(
          active,
          (record) =>
            Effect.map(stored(templates.findVersion(record, record.version)), (version) =>
              version === undefined ? [] : [typedOf(version)]
            ),
          { concurrency: readsAtOnce }
        )
        return templateTypes(versions.flat())
      })
  })
})

/** Templates: storing versions, previews, and starters. */
export class Templates extends Context.Service<Templates, TemplatesService>()(
  "@telemark/core/Templates"
) {
  static readonly layer = Layer.effect(this, make)
}
