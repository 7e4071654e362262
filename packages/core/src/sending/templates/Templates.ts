import {
  type CompilerBusy,
  type CreatedTemplate,
  type CreateTemplate,
  type DeactivatedTemplate,
  NotFound,
  type PreviewTemplate,
  type RestoredTemplate,
  type RestoreTemplate,
  type Starter,
  type StarterList,
  type StorageError,
  type Template,
  type TemplateExists,
  type TemplateList,
  type TemplatePreview,
  type TemplateVersionList,
  type TemplateVersionView,
  timestamp,
  type UpdatedTemplate,
  type UpdateTemplate,
  type ValidationFailed
} from "@telemark/contract"
import { Clock, Context, Effect, Layer } from "effect"
import { Brands } from "../../accounts/brands/Brands.js"
import { StarterCatalog } from "./StarterCatalog.js"
import { TemplateEngine } from "./TemplateEngine.js"
import type { TemplateVersion } from "./TemplateRecord.js"
import { type TemplateKey, TemplateStore } from "./TemplateStore.js"
import { withPossibleIds } from "./possibleIds.js"
import { makePreview } from "./preview.js"
import { makeCheck, makeCreate, makeRestore, makeUpdate } from "./save.js"
import { templateTypes, type TypedTemplate } from "./templateTypes.js"
import { usesOf } from "./variables.js"
import { summaryOf, viewOfTemplate, viewOfVersion } from "./views.js"

type SaveError = ValidationFailed | CompilerBusy | StorageError

/** The variables and warnings that a save would return. */
export type TemplateCheck = Pick<CreatedTemplate, "variables" | "warnings">

export interface TemplatesService {
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
  readonly preview: (
    tenantId: string,
    input: PreviewTemplate
  ) => Effect.Effect<TemplatePreview, ValidationFailed | CompilerBusy>
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
  const store = withPossibleIds(yield* TemplateStore)
  const engine = yield* TemplateEngine
  const starters = yield* StarterCatalog
  const brands = yield* Brands

  const orNotFound = <A, E, R>(
    found: Effect.Effect<A | undefined, E, R>
  ): Effect.Effect<A, E | NotFound, R> =>
    Effect.flatMap(found, (one) => (one === undefined ? new NotFound() : Effect.succeed(one)))
  const findVersion = (key: TemplateKey, version: number) =>
    orNotFound(store.findVersion(key, version))

  return Templates.of({
    check: makeCheck(engine),
    create: makeCreate(store, engine),
    update: makeUpdate(store, engine),
    restore: makeRestore(store),
    preview: makePreview(engine),

    deactivate: (tenantId, id) =>
      Effect.gen(function* () {
        const now = yield* Clock.currentTimeMillis
        if (!(yield* store.deactivate({ tenant_id: tenantId, id }, now)))
          return yield* new NotFound()
        return { id, status: "deactivated" as const }
      }),

    get: (tenantId, id) =>
      Effect.gen(function* () {
        const key = { tenant_id: tenantId, id }
        const record = yield* orNotFound(store.find(key))
        return viewOfTemplate(record, yield* findVersion(key, record.version))
      }),

    list: (tenantId) =>
      Effect.map(store.list(tenantId), (records) => ({ data: records.map(summaryOf) })),

    versions: (tenantId, id) =>
      Effect.gen(function* () {
        const listed = yield* store.listVersions({ tenant_id: tenantId, id })
        if (listed.length === 0) return yield* new NotFound()
        return {
          data: listed.map((version) => ({ ...version, created_at: timestamp(version.created_at) }))
        }
      }),

    version: (tenantId, id, version) =>
      // Untyped callers may pass anything.
      Number.isSafeInteger(version)
        ? Effect.map(findVersion({ tenant_id: tenantId, id }, version), viewOfVersion)
        : new NotFound(),

    starters: (tenantId) =>
      Effect.flatMap(brands.get(tenantId), (brand) =>
        Effect.map(starters.list(tenantId, brand), (data) => ({ data }))
      ),

    starter: (tenantId, slug) =>
      orNotFound(Effect.map(brands.get(tenantId), (brand) => starters.find(slug, brand))),

    types: (tenantId) =>
      Effect.gen(function* () {
        const active = (yield* store.list(tenantId)).filter((record) => record.active)
        const typed = yield* Effect.forEach(
          active,
          ({ id, version }) =>
            Effect.map(store.findVersion({ tenant_id: tenantId, id }, version), (found) =>
              found === undefined ? [] : [typedOf(found)]
            ),
          {
            concurrency: readsAtOnce
          }
        )
        return templateTypes(typed.flat())
      })
  })
})

/** Templates: storing versions, previews, and starters. */
export class Templates extends Context.Service<Templates, TemplatesService>()(
  "@telemark/core/Templates"
) {
  static readonly layer: Layer.Layer<
    Templates,
    never,
    TemplateStore | TemplateEngine | StarterCatalog | Brands
  > = Layer.effect(this, make)
}
