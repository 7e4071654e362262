import type { Design } from "@telemark/contract"
import type { VariableUses } from "./VariableUse.js"

/** What the parts of a template use of its data. */
export interface PartUses {
  readonly subject: VariableUses
  readonly html: VariableUses
  readonly text: VariableUses
}

/**
 * What a template says in one language. A locale may leave parts out: they come from the next locale of its
 * fall-back chain, and in the end from the template itself.
 */
export interface TemplateVariant {
  readonly subject_template: string | null
  readonly mjml_source: string | null
  readonly design_json: Design | null
  /** Html with merge tags: what the source was compiled to, or what was given as `html`. */
  readonly html: string | null
  readonly text_body: string | null
  readonly uses: PartUses
}

/** Everything of a template that a save changes. */
export interface TemplateContent extends TemplateVariant {
  readonly name: string
  readonly subject_template: string
  readonly html: string
  /** The declared variables, by path, with what stands in for them where the data of a send lacks them. */
  readonly variables: Readonly<Record<string, string>>
  /** Variants by locale, such as `de` and `de-AT`. */
  readonly locales: Readonly<Record<string, TemplateVariant>>
}

/** One save of a template. It is never changed. */
export interface TemplateVersion extends TemplateContent {
  readonly tenant_id: string
  readonly template_id: string
  readonly version: number
  readonly created_at: number
}

/** A template as lists show it, with the version that is in force. Times are epoch milliseconds. */
export interface TemplateRecord {
  readonly tenant_id: string
  readonly id: string
  readonly name: string
  readonly subject_template: string
  readonly active: boolean
  readonly version: number
  readonly created_at: number
  readonly updated_at: number
}
