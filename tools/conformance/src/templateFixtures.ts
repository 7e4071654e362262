import type { CreateTemplate } from "@telemark/contract"
import {
  Brands,
  type CompiledSource,
  StarterCatalog,
  type TemplateContent,
  TemplateEngine,
  templateQueries,
  Templates,
  type TemplatesService,
  type TemplateSource,
  type TemplateVersion
} from "@telemark/core"
import { Clock, Effect, Layer } from "effect"
import assert from "node:assert/strict"
import { noon } from "./fixtures.js"
import { stoppedAt } from "./webhookFixtures.js"

const noUses = { subject: {}, html: {}, text: {} }

const compiledAsGiven = ({ html, mjml_source }: TemplateSource): CompiledSource => ({
  html: html ?? mjml_source ?? null,
  mjml_source: mjml_source ?? null,
  uses: noUses,
  warnings: [],
  problems: []
})

/** Neither compiles nor fills in anything: a mail's HTML is the source. */
export const layerPlainEngine = Layer.mergeAll(
  Layer.succeed(TemplateEngine, {
    compile: (_, sources) => Effect.succeed(sources.map(compiledAsGiven)),
    preview: () => Effect.die(new Error("not here")),
    render: (_, load) =>
      Effect.map(load, ({ html, subject_template, text_body }) => ({
        _tag: "Rendered" as const,
        parts: { subject: subject_template, html, text: text_body },
        lacking: []
      }))
  }),
  Layer.succeed(StarterCatalog, { list: () => Effect.succeed([]), find: () => undefined })
)

const layerTemplates = Layer.provide(Templates.layer, [layerPlainEngine, Brands.layer])

/** Does something as a caller does, at an instant. */
export const templatesAt = <A, E>(
  now: number,
  use: (templates: TemplatesService) => Effect.Effect<A, E>
) =>
  Effect.flatMap(Templates, use).pipe(
    Effect.provide(layerTemplates),
    Effect.provideService(Clock.Clock, stoppedAt(now))
  )

export const aTemplate = (id: string, overrides: Partial<CreateTemplate> = {}): CreateTemplate => ({
  id,
  name: "Welcome",
  subject_template: "Welcome, {{name}}",
  html: "<p>Hello {{name}}</p>",
  variables: { name: "you" },
  ...overrides
})

/** What is stored of it. */
export const aContent = (overrides: Partial<TemplateContent> = {}): TemplateContent => ({
  name: "Welcome",
  subject_template: "Welcome, {{name}}",
  mjml_source: null,
  design_json: null,
  html: "<p>Hello {{name}}</p>",
  text_body: null,
  uses: noUses,
  variables: { name: "you" },
  locales: {},
  ...overrides
})

export const contentOf = ({
  created_at,
  template_id,
  tenant_id,
  version,
  ...content
}: TemplateVersion): TemplateContent => content

export const keyOf = (id: string, tenant_id = "tn_a") => ({ tenant_id, id })

/** Creates a template, which must not exist yet, at noon or `later` milliseconds after. */
export const created = (id: string, overrides: Partial<CreateTemplate> = {}, later = 0) =>
  templatesAt(noon + later, ({ create }) => create("tn_a", aTemplate(id, overrides)))

export const updated = (
  id: string,
  change: Parameters<TemplatesService["update"]>[2],
  now: number
) => templatesAt(now, ({ update }) => update("tn_a", id, change))

export const deactivated = (id: string, now: number) =>
  templatesAt(now, ({ deactivate }) => deactivate("tn_a", id))

/** The numbers of a template's versions, newest first. */
export const versionsOf = (id: string) =>
  Effect.map(
    Effect.flatMap(templateQueries, ({ listVersions }) => listVersions(keyOf(id))),
    (versions) => versions.map(({ version }) => version)
  )

export const recordOf = (id: string) =>
  Effect.flatMap(templateQueries, ({ find }) => find(keyOf(id)))

export const versionOf = (id: string, version: number) =>
  Effect.map(
    Effect.flatMap(templateQueries, ({ findVersion }) => findVersion(keyOf(id), version)),
    (found) => {
      assert.ok(found !== undefined, "the version should be there")
      return found
    }
  )

/** The tag of an effect's error. */
export const failure = <A, E extends { readonly _tag: string }, R>(
  effect: Effect.Effect<A, E, R>
) => Effect.map(Effect.flip(effect), ({ _tag }) => _tag)
