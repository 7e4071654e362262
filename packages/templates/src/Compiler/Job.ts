import type { CompiledSource, Previewed, TemplateSource } from "@telemark/core"

/** The parts of a template as they are kept: html with merge tags, the others as given. */
export interface TemplateParts {
  readonly subject: string
  readonly html: string
  readonly text: string | null
}

/** The parts as code that `loadTemplate` makes functions of. */
export type PreparedParts = TemplateParts

/** What a compiler process is asked to do. Everything in it can be cloned. */
export type Job =
  | { readonly kind: "compile"; readonly sources: ReadonlyArray<TemplateSource> }
  | { readonly kind: "preview"; readonly source: TemplateSource; readonly data: Readonly<Record<string, unknown>> }
  | { readonly kind: "prepare"; readonly parts: TemplateParts }

/** What each kind of job is answered with. */
export interface JobResults {
  readonly compile: ReadonlyArray<CompiledSource>
  readonly preview: Previewed
  readonly prepare: PreparedParts
}
