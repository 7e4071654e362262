import type { Design } from "./designs.js"

/** What a template says in one language. Null, or left out: as the template itself. */
export interface TemplateVariant {
  readonly subject_template?: string | null | undefined
  readonly mjml_source?: string | null | undefined
  readonly design_json?: Design | null | undefined
  readonly html?: string | null | undefined
  readonly text_body?: string | null | undefined
}

/** The next version of a template: what is left out stays, null is taken away. */
export interface UpdateTemplate {
  readonly name?: string | undefined
  /** With merge tags such as `{{name}}`. */
  readonly subject_template?: string | undefined
  /** Compiled to html when it is saved. */
  readonly mjml_source?: string | null | undefined
  readonly design_json?: Design | null | undefined
  readonly html?: string | null | undefined
  readonly text_body?: string | null | undefined
  /** What stands in for each variable, by its path, where the data of a send lacks it. */
  readonly variables?: Readonly<Record<string, string>> | undefined
  /** What it says in other languages, by tag such as `de`; null takes a language away. */
  readonly locales?: Readonly<Record<string, TemplateVariant | null>> | undefined
}

/** A template: one of `mjml_source`, `html` and `design_json` is its source. */
export interface CreateTemplate extends Omit<UpdateTemplate, "name" | "subject_template"> {
  /** 1 to 50 letters, digits, dots, dashes or underscores. */
  readonly id: string
  readonly name: string
  /** With merge tags such as `{{name}}`. */
  readonly subject_template: string
}

/** Which version to make the next one. */
export interface RestoreTemplate {
  readonly version: number
}

interface SavedTemplate {
  readonly id: string
  readonly version: number
  /** Every variable that was found, by path, with its declared default or `""`. */
  readonly variables: Readonly<Record<string, string>>
  /** They keep nobody from sending. */
  readonly warnings: ReadonlyArray<string>
}

/** The answer to a template's first save. */
export interface CreatedTemplate extends SavedTemplate {
  readonly status: "created"
}

/** The answer to a later save. */
export interface UpdatedTemplate extends SavedTemplate {
  readonly status: "updated"
  readonly compiled_html?: string
}

/** The answer to the restoration of an earlier version. */
export interface RestoredTemplate extends SavedTemplate {
  readonly status: "restored"
}

/** No send can use it from now on. */
export interface DeactivatedTemplate {
  readonly id: string
  readonly status: "deactivated"
}

/** A template as lists show it. */
export interface TemplateSummary {
  readonly id: string
  readonly name: string
  readonly subject_template: string
  readonly active: boolean
  readonly version: number
  readonly created_at: string
  readonly updated_at: string
}

/** What a template says in one language, as answers have it. Parts that come from elsewhere are null. */
export interface TemplateVariantView {
  readonly subject_template: string | null
  readonly mjml_source: string | null
  readonly design_json: Readonly<Record<string, unknown>> | null
  /** As given; null if there is another source. */
  readonly html: string | null
  /** What the source was compiled to: html with merge tags. */
  readonly compiled_html: string | null
  readonly text_body: string | null
}

/** One version of a template. */
export interface TemplateVersion extends TemplateVariantView {
  readonly id: string
  readonly version: number
  readonly name: string
  readonly subject_template: string
  readonly variables: Readonly<Record<string, string>>
  readonly locales: Readonly<Record<string, TemplateVariantView>>
  readonly created_at: string
}

/** A template with the version that is in force. */
export interface Template extends TemplateVersion {
  readonly active: boolean
  readonly updated_at: string
}

/** A version as lists show it. */
export interface TemplateVersionSummary {
  readonly version: number
  readonly name: string
  readonly subject_template: string
  readonly created_at: string
}

interface PreviewParts {
  readonly mjml_source?: string | null | undefined
  readonly design_json?: Readonly<Record<string, unknown>> | null | undefined
  readonly subject_template?: string | null | undefined
  readonly html?: string | null | undefined
  readonly text_body?: string | null | undefined
}

/** What to compile and render without saving it; it need not be whole. */
export interface PreviewTemplate extends PreviewParts {
  readonly data?: Readonly<Record<string, unknown>> | undefined
  readonly variables?: Readonly<Record<string, string>> | undefined
  readonly locales?: Readonly<Record<string, PreviewParts | null>> | undefined
  readonly locale?: string | undefined
}

/** What a template would come to. Problems of the template are in `errors`. */
export interface TemplatePreview {
  readonly html: string
  readonly subject: string
  readonly text: string
  readonly mjml_source: string
  readonly errors: ReadonlyArray<string>
  readonly warnings: ReadonlyArray<string>
  readonly variables: Readonly<Record<string, string>>
}

interface StarterHead {
  readonly slug: string
  readonly name: string
  readonly category: string
  readonly description: string
  readonly subject_template: string
}

/** A template to begin with, as lists show it. */
export interface StarterSummary extends StarterHead {
  readonly thumbnail_html: string
}

/** A template to begin with, in the tenant's brand, ready to be saved. */
export interface Starter extends StarterHead {
  readonly mjml_source: string
  readonly variables: Readonly<Record<string, string>>
}

/** How a tenant's starters look. Colours are `#rgb` or `#rrggbb`, URLs https. */
export interface Brand {
  readonly name: string
  readonly logo_url: string | null
  /** Of buttons and links. */
  readonly primary_color: string
  /** Around the content. */
  readonly background_color: string
  readonly text_color: string
  readonly font_family: string
  readonly website_url: string | null
  readonly support_email: string | null
  readonly postal_address: string | null
}

/** What to change of the brand: null goes back to the default. */
export type UpdateBrand = { readonly [Setting in keyof Brand]?: string | null | undefined }
