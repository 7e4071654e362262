import {
  type Design,
  type Template,
  type TemplateSummary,
  type TemplateVariantView,
  type TemplateVersionView,
  timestamp
} from "@telemark/contract"
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

/** A template of a tenant. */
export interface TemplateKey {
  readonly tenant_id: string
  readonly id: string
}

/** One save of a template; immutable. */
export interface TemplateVersion extends TemplateContent {
  readonly tenant_id: string
  readonly template_id: string
  readonly version: number
  readonly created_at: number
}

/** The version that a save makes of this content, which may be a whole earlier version. */
export const versionOf = (
  { id, tenant_id }: TemplateKey,
  version: number,
  content: TemplateContent,
  now: number
): TemplateVersion => ({ ...content, tenant_id, template_id: id, version, created_at: now })

/** A template as lists show it, with its current version. Times are epoch milliseconds. */
export interface TemplateRecord extends TemplateKey {
  readonly name: string
  readonly subject_template: string
  readonly active: boolean
  readonly version: number
  readonly created_at: number
  readonly updated_at: number
}

const viewOfVariant = (variant: TemplateVariant): TemplateVariantView => ({
  subject_template: variant.subject_template,
  mjml_source: variant.mjml_source,
  design_json: variant.design_json,
  // As given, if it isn't made of another source.
  html: variant.mjml_source === null && variant.design_json === null ? variant.html : null,
  compiled_html: variant.html,
  text_body: variant.text_body
})

export const viewOfVersion = (version: TemplateVersion): TemplateVersionView => ({
  ...viewOfVariant(version),
  id: version.template_id,
  version: version.version,
  name: version.name,
  subject_template: version.subject_template,
  variables: version.variables,
  locales: Object.fromEntries(
    Object.entries(version.locales).map(([tag, variant]) => [tag, viewOfVariant(variant)])
  ),
  created_at: timestamp(version.created_at)
})

export const viewOfTemplate = (
  { active, created_at, updated_at }: TemplateRecord,
  version: TemplateVersion
): Template => ({
  ...viewOfVersion(version),
  active,
  created_at: timestamp(created_at),
  updated_at: timestamp(updated_at)
})

export const summaryOf = ({ tenant_id, ...record }: TemplateRecord): TemplateSummary => ({
  ...record,
  created_at: timestamp(record.created_at),
  updated_at: timestamp(record.updated_at)
})
