import type { Design } from "@telemark/contract"
import type { VariableUses } from "./VariableUse.js"

/** The variables that each part of a template uses. */
export interface PartUses {
  readonly subject: VariableUses
  readonly html: VariableUses
  readonly text: VariableUses
}

/**
 * A template in one language. Parts that a locale lacks come from the next locale of its fall-back
 * chain, and finally from the template itself.
 */
export interface TemplateVariant {
  readonly subject_template: string | null
  readonly mjml_source: string | null
  readonly design_json: Design | null
  /** HTML with merge tags: compiled from the source, or given as `html`. */
  readonly html: string | null
  readonly text_body: string | null
  readonly uses: PartUses
}

/** Everything that a save changes. */
export interface TemplateContent extends TemplateVariant {
  readonly name: string
  readonly subject_template: string
  readonly html: string
  /** Defaults of the declared variables, by path, for data that lacks them. */
  readonly variables: Readonly<Record<string, string>>
  /** By locale, such as `de` and `de-AT`. */
  readonly locales: Readonly<Record<string, TemplateVariant>>
}

/** One save of a template; immutable. */
export interface TemplateVersion extends TemplateContent {
  readonly tenant_id: string
  readonly template_id: string
  readonly version: number
  readonly created_at: number
}

/** A template as lists show it, with its current version. Times are epoch milliseconds. */
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
