import type { TemplateSource } from "@telemark/core"

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
