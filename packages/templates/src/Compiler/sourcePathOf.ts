import type { TemplateSource } from "@telemark/core"

/** The part that html is made of, as problems call it; undefined if there is none. */
export const sourcePathOf = (source: TemplateSource): "mjml_source" | "design_json" | "html" | undefined =>
  source.mjml_source !== undefined
    ? "mjml_source"
    : source.design_json !== undefined ? "design_json" : source.html === undefined ? undefined : "html"
