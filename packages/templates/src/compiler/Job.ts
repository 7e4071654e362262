import type { CompiledSource, Previewed, TemplateSource } from "@telemark/core"

/** HTML with merge tags, the others as given. */
export interface TemplateParts {
  readonly subject: string
  readonly html: string
  readonly text: string | null
}

/** As code for `loadTemplate`. */
export type PreparedParts = TemplateParts

/** Must be structured-cloneable. */
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

export type JobResult = JobResults[keyof JobResults]

export type Signal =
  /** It has loaded what the job needs, and runs it now. */
  | { readonly _tag: "Started" }
  | { readonly _tag: "Done"; readonly result: JobResult }
  /**
   * A bug in the program. The reason says where, in one line, and contains nothing of the template.
   */
  | { readonly _tag: "Broken"; readonly reason: string }

/** The part that the HTML is made from, as problems name it. */
export const sourcePathOf = (
  source: TemplateSource
): "mjml_source" | "design_json" | "html" | undefined =>
  source.mjml_source !== undefined
    ? "mjml_source"
    : source.design_json !== undefined
      ? "design_json"
      : source.html === undefined
        ? undefined
        : "html"
