import type { CompiledSource, Previewed, TemplateSource } from "@telemark/core"

/** The stored parts of a template: HTML with merge tags, the others as given. */
export interface TemplateParts {
  readonly subject: string
  readonly html: string
  readonly text: string | null
}

/** The parts as code for `loadTemplate`. */
export type PreparedParts = TemplateParts

/** A job for a compiler process. Must be structured-cloneable. */
export type Job =
  | { readonly kind: "compile"; readonly sources: ReadonlyArray<TemplateSource> }
  | {
      readonly kind: "preview"
      readonly source: TemplateSource
      readonly data: Readonly<Record<string, unknown>>
    }
  | { readonly kind: "prepare"; readonly parts: TemplateParts }

export interface JobResults {
  readonly compile: ReadonlyArray<CompiledSource>
  readonly preview: Previewed
  readonly prepare: PreparedParts
}
