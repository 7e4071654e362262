import { Context, type Effect } from "effect"
import type { NotFound } from "../Errors/index.js"
import type { StorageError } from "../Storage/index.js"
import type { ValidationFailed } from "../Validation/index.js"
import type { CompilerBusy, TemplateExists } from "./errors.js"
import type { Starter, StarterSummary } from "./StarterCatalog.js"
import type {
  CreateTemplate, PreviewTemplate, RestoreTemplate, SavedTemplate, Template, TemplatePreview, TemplateSummary, TemplateVersionView,
  UpdateTemplate
} from "./Template.js"
import type { ListedVersion } from "./TemplateStore.js"

type SaveError = ValidationFailed | CompilerBusy | StorageError

/** A save's answer; with what an update's source was compiled to, if it gave one. */
export type UpdatedTemplate = SavedTemplate & { readonly compiled_html?: string }

/** A version in a list of them. */
export type TemplateVersionSummary = Omit<ListedVersion, "created_at"> & { readonly created_at: string }

export interface TemplatesService {
  /** Compiles and keeps a new template; one that was deactivated is revived as its next version. */
  readonly create: (tenantId: string, input: CreateTemplate) => Effect.Effect<SavedTemplate, TemplateExists | SaveError>
  /** Makes the next version: what is left out stays as it is. Saves at the same time all take effect, one after the other. */
  readonly update: (tenantId: string, id: string, input: UpdateTemplate) => Effect.Effect<UpdatedTemplate, NotFound | SaveError>
  /** Makes an earlier version's content the next version. */
  readonly restore: (
    tenantId: string,
    id: string,
    input: RestoreTemplate
  ) => Effect.Effect<SavedTemplate, NotFound | ValidationFailed | StorageError>
  /** No send can use it from now on; its versions stay. */
  readonly deactivate: (tenantId: string, id: string) => Effect.Effect<void, NotFound | StorageError>
  readonly get: (tenantId: string, id: string) => Effect.Effect<Template, NotFound | StorageError>
  /** All, deactivated ones too; newest first. */
  readonly list: (tenantId: string) => Effect.Effect<ReadonlyArray<TemplateSummary>, StorageError>
  /** Newest first. */
  readonly versions: (tenantId: string, id: string) => Effect.Effect<ReadonlyArray<TemplateVersionSummary>, NotFound | StorageError>
  readonly version: (tenantId: string, id: string, version: number) => Effect.Effect<TemplateVersionView, NotFound | StorageError>
  /** Compiles and renders without saving. Problems of the template are part of the answer. */
  readonly preview: (tenantId: string, input: PreviewTemplate) => Effect.Effect<TemplatePreview, ValidationFailed | CompilerBusy>
  /** The templates to begin with, in the tenant's brand. */
  readonly starters: (tenantId: string) => Effect.Effect<ReadonlyArray<StarterSummary>, CompilerBusy | StorageError>
  readonly starter: (tenantId: string, slug: string) => Effect.Effect<Starter, NotFound | StorageError>
  /** TypeScript declarations of the data that each active template takes. See `templateTypes`. */
  readonly types: (tenantId: string) => Effect.Effect<string, StorageError>
}

/** Templates: keeping them in versions, looking at them, and starting from a good one. */
export class Templates extends Context.Tag("@telemark/core/Templates")<Templates, TemplatesService>() {}
