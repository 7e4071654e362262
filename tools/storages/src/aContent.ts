import type { TemplateContent } from "@telemark/core"

/** A small template. */
export const aContent: TemplateContent = {
  name: "Welcome",
  subject_template: "Hello",
  mjml_source: null,
  design_json: null,
  html: "<p>Hello</p>",
  text_body: null,
  uses: { subject: {}, html: {}, text: {} },
  variables: {},
  locales: {}
}
