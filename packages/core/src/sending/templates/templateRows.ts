import type { TemplateContent, TemplateRecord, TemplateVersion } from "./TemplateRecord.js"
import type { TemplateKey } from "./TemplateStore.js"

export interface RecordRow extends Omit<TemplateRecord, "active"> {
  /** 0 or 1. */
  readonly active: number
}

/** A row of `template_versions`: what isn't text or a number is JSON. */
export interface VersionRow extends Omit<
  TemplateVersion,
  "design_json" | "variables" | "uses" | "locales"
> {
  readonly design_json: string | null
  readonly variables: string
  readonly uses: string
  readonly locales: string
}

export const recordOf = (row: RecordRow): TemplateRecord => ({ ...row, active: row.active !== 0 })

export const versionOf = (row: VersionRow): TemplateVersion => ({
  ...row,
  design_json:
    row.design_json === null
      ? null
      : (JSON.parse(row.design_json) as TemplateVersion["design_json"]),
  variables: JSON.parse(row.variables) as TemplateVersion["variables"],
  uses: JSON.parse(row.uses) as TemplateVersion["uses"],
  locales: JSON.parse(row.locales) as TemplateVersion["locales"]
})

/**
 * The version that a save makes. Field by field, since the content may be a whole earlier version.
 */
export const madeOf = (
  { id, tenant_id }: TemplateKey,
  version: number,
  content: TemplateContent,
  now: number
): TemplateVersion => ({
  tenant_id,
  template_id: id,
  version,
  name: content.name,
  subject_template: content.subject_template,
  mjml_source: content.mjml_source,
  design_json: content.design_json,
  html: content.html,
  text_body: content.text_body,
  variables: content.variables,
  uses: content.uses,
  locales: content.locales,
  created_at: now
})

export const rowOf = (version: TemplateVersion): VersionRow => ({
  ...version,
  design_json: version.design_json === null ? null : JSON.stringify(version.design_json),
  variables: JSON.stringify(version.variables),
  uses: JSON.stringify(version.uses),
  locales: JSON.stringify(version.locales)
})
