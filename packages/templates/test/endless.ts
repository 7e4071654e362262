import type { TemplateSource } from "@telemark/core"

/** A section of MJML with this text. */
export const section = (text: string): string =>
  `<mj-section><mj-column><mj-text>${text}</mj-text></mj-column></mj-section>`

/** MJML with this in its body. */
export const mjml = (body: string): string => `<mjml><mj-body>${body}</mj-body></mjml>`

/**
 * MJML that keeps a process busy for years: a name of a font that takes for ever to be looked for.
 */
export const endless: TemplateSource = {
  mjml_source: `<mjml><mj-head><mj-font name="([^x]*)*y" href="https://x.example"/></mj-head><mj-body>${section("font-family:".repeat(200))}</mj-body></mjml>`
}
