import {
  type Brand, Brands, type CreateTemplate, type PreviewTemplate, type RestoreTemplate, type SavedTemplate, type Services, type Starter,
  type StarterSummary, type Template, type TemplatePreview, Templates, type TemplatesService, type TemplateSummary,
  type TemplateVersionSummary, type TemplateVersionView, type Tenant, type UpdateBrand, type UpdatedTemplate, type UpdateTemplate
} from "@telemark/core"
import { Effect } from "effect"
import type { HostTransaction } from "./transaction.js"

interface Listed<A> {
  readonly data: ReadonlyArray<A>
}

/** Templates of one tenant. */
export interface TemplatesApi {
  /** Compiles and keeps a template; rejects with `TemplateExists` if there is an active one of that id. */
  readonly create: (request: CreateTemplate) => Promise<SavedTemplate & { readonly status: "created" }>
  /** Makes the next version: what is left out stays as it is, a text or language that is null is taken away. */
  readonly update: (id: string, request: UpdateTemplate) => Promise<UpdatedTemplate & { readonly status: "updated" }>
  /** Makes an earlier version the next one. */
  readonly restore: (id: string, request: RestoreTemplate) => Promise<SavedTemplate & { readonly status: "restored" }>
  /** No send can use it from now on; its versions stay. */
  readonly deactivate: (id: string) => Promise<{ readonly id: string; readonly status: "deactivated" }>
  readonly get: (id: string) => Promise<Template>
  /** All, deactivated ones too, newest first. */
  readonly list: () => Promise<Listed<TemplateSummary>>
  /** Newest first. */
  readonly versions: (id: string) => Promise<Listed<TemplateVersionSummary>>
  readonly version: (id: string, version: number) => Promise<TemplateVersionView>
  /** Compiles and renders without saving. Problems of the template are part of the answer. */
  readonly preview: (request: PreviewTemplate) => Promise<TemplatePreview>
  /** The templates to begin with, in the tenant's brand. */
  readonly starters: () => Promise<Listed<StarterSummary>>
  readonly starter: (slug: string) => Promise<Starter>
  /** TypeScript declarations for `TemplateData`, of all active templates: to be written to a file of your project. */
  readonly types: () => Promise<string>
}

/** How one tenant's starters look. */
export interface BrandApi {
  readonly get: () => Promise<Brand>
  /** Changes what is given; null takes a setting back to its default. */
  readonly update: (request: UpdateBrand) => Promise<Brand>
}

/** Carries out an effect for the tenant; with a transaction of the host, all that it reads and writes goes over that. */
export type RunAs = <A, E>(use: (tenant: Tenant) => Effect.Effect<A, E, Services>, transaction?: HostTransaction) => Promise<A>

/** Carries out, before it returns, an effect that waits for nothing; throws what it fails with. */
export type RunNow = <A, E>(effect: Effect.Effect<A, E>) => A

const listed = <A>(data: ReadonlyArray<A>): Listed<A> => ({ data })
const told = <const Status extends string>(status: Status) => <A extends object>(saved: A) => ({ ...saved, status })

/** The templates of one tenant as promises. */
export const makeTemplatesApi = (as: RunAs): TemplatesApi => {
  const use = <A, E>(operate: (templates: TemplatesService, tenantId: string) => Effect.Effect<A, E, Services>): Promise<A> =>
    as(({ id }) => Effect.flatMap(Templates, (templates) => operate(templates, id)))
  return {
    create: (request) => use((templates, tenant) => Effect.map(templates.create(tenant, request), told("created"))),
    update: (id, request) => use((templates, tenant) => Effect.map(templates.update(tenant, id, request), told("updated"))),
    restore: (id, request) => use((templates, tenant) => Effect.map(templates.restore(tenant, id, request), told("restored"))),
    deactivate: (id) => use((templates, tenant) => Effect.as(templates.deactivate(tenant, id), { id, status: "deactivated" } as const)),
    get: (id) => use((templates, tenant) => templates.get(tenant, id)),
    list: () => use((templates, tenant) => Effect.map(templates.list(tenant), listed)),
    versions: (id) => use((templates, tenant) => Effect.map(templates.versions(tenant, id), listed)),
    version: (id, version) => use((templates, tenant) => templates.version(tenant, id, version)),
    preview: (request) => use((templates, tenant) => templates.preview(tenant, request)),
    starters: () => use((templates, tenant) => Effect.map(templates.starters(tenant), listed)),
    starter: (slug) => use((templates, tenant) => templates.starter(tenant, slug)),
    types: () => use((templates, tenant) => templates.types(tenant))
  }
}

/** The brand of one tenant as promises. */
export const makeBrandApi = (as: RunAs): BrandApi => ({
  get: () => as(({ id }) => Effect.flatMap(Brands, (brands) => brands.get(id))),
  update: (request) => as(({ id }) => Effect.flatMap(Brands, (brands) => brands.update(id, request)))
})
