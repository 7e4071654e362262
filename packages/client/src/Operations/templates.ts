import { del, get, post, put } from "../Calls/index.js"
import type {
  Brand, CreatedTemplate, CreateTemplate, DeactivatedTemplate, Listed, PreviewTemplate, RestoredTemplate, RestoreTemplate, Starter,
  StarterSummary, Template, TemplatePreview, TemplateSummary, TemplateVersion, TemplateVersionSummary, UpdateBrand, UpdatedTemplate,
  UpdateTemplate
} from "../Contract/index.js"
import type { One, Promises, Runner, Style } from "./Style.js"

/** Templates, their versions and those to begin with. */
export interface TemplatesApi<S extends Style = Promises> {
  /** Compiles and keeps a template; fails with `TemplateExists` if there is an active one of that id. */
  readonly create: (request: CreateTemplate, options?: S["options"]) => One<S, CreatedTemplate>
  /** Makes the next version: what is left out stays as it is, a text or language that is null is taken away. */
  readonly update: (id: string, request: UpdateTemplate, options?: S["options"]) => One<S, UpdatedTemplate>
  /** Makes an earlier version the next one. */
  readonly restore: (id: string, request: RestoreTemplate, options?: S["options"]) => One<S, RestoredTemplate>
  /** No send can use it from now on; its versions stay. */
  readonly deactivate: (id: string, options?: S["options"]) => One<S, DeactivatedTemplate>
  /** A template whole, with all its parts and languages. */
  readonly get: (id: string, options?: S["options"]) => One<S, Template>
  /** All of them, deactivated ones too, newest first. */
  readonly list: (options?: S["options"]) => One<S, Listed<TemplateSummary>>
  /** All versions of a template, newest first. */
  readonly versions: (id: string, options?: S["options"]) => One<S, Listed<TemplateVersionSummary>>
  /** One version whole. */
  readonly version: (id: string, version: number, options?: S["options"]) => One<S, TemplateVersion>
  /** Compiles and renders without saving. Problems of the template are part of the answer. */
  readonly preview: (request: PreviewTemplate, options?: S["options"]) => One<S, TemplatePreview>
  /** The templates to begin with, in the tenant's brand. */
  readonly starters: (options?: S["options"]) => One<S, Listed<StarterSummary>>
  /** One of them, ready to be saved. */
  readonly starter: (slug: string, options?: S["options"]) => One<S, Starter>
}

/** How the tenant's starters look. */
export interface BrandApi<S extends Style = Promises> {
  /** All settings, those that were never changed by their defaults. */
  readonly get: (options?: S["options"]) => One<S, Brand>
  /** Changes what is given; null takes a setting back to its default. */
  readonly update: (request: UpdateBrand, options?: S["options"]) => One<S, Brand>
}

// Saves are never repeated: one more would make one more version.
/** Templates, carried out by that runner. */
export const makeTemplates = <S extends Style>({ one }: Runner<S>): TemplatesApi<S> => ({
  create: (request, options) => one(post(["templates"], { body: request, has: "version" }), options),
  update: (id, request, options) => one(put(["templates", id], { body: request, has: "version" }), options),
  restore: (id, request, options) => one(post(["templates", id, "restore"], { body: request, has: "version" }), options),
  deactivate: (id, options) => one(del(["templates", id], { has: "id", repeat: "always" }), options),
  get: (id, options) => one(get(["templates", id], { has: "version" }), options),
  list: (options) => one(get(["templates"], { lists: "data" }), options),
  versions: (id, options) => one(get(["templates", id, "versions"], { lists: "data" }), options),
  version: (id, version, options) => one(get(["templates", id, "versions", version], { has: "version" }), options),
  preview: (request, options) => one(post(["templates", "preview"], { body: request, has: "html", repeat: "always" }), options),
  starters: (options) => one(get(["templates", "starters"], { lists: "data" }), options),
  starter: (slug, options) => one(get(["templates", "starters", slug], { has: "slug" }), options)
})

/** The brand, carried out by that runner. */
export const makeBrand = <S extends Style>({ one }: Runner<S>): BrandApi<S> => ({
  get: (options) => one(get(["brand"], { has: "name" }), options),
  update: (request, options) => one(put(["brand"], { body: request, has: "name", repeat: "always" }), options)
})
