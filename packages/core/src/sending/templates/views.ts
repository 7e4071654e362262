import {
  type Template,
  type TemplateSummary,
  type TemplateVariantView,
  type TemplateVersionView,
  timestamp
} from "@telemark/contract"
import type { TemplateRecord, TemplateVariant, TemplateVersion } from "./TemplateRecord.js"

const isGivenAsHtml = ({ design_json, mjml_source }: TemplateVariant): boolean =>
  mjml_source === null && design_json === null

const viewOfVariant = (variant: TemplateVariant): TemplateVariantView => ({
  subject_template: variant.subject_template,
  mjml_source: variant.mjml_source,
  design_json: variant.design_json,
  html: isGivenAsHtml(variant) ? variant.html : null,
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

export const viewOfTemplate = (record: TemplateRecord, version: TemplateVersion): Template => ({
  ...viewOfVersion(version),
  active: record.active,
  created_at: timestamp(record.created_at),
  updated_at: timestamp(record.updated_at)
})

export const summaryOf = (record: TemplateRecord): TemplateSummary => ({
  id: record.id,
  name: record.name,
  subject_template: record.subject_template,
  active: record.active,
  version: record.version,
  created_at: timestamp(record.created_at),
  updated_at: timestamp(record.updated_at)
})
