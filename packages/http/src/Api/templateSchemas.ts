import { Schema } from "effect"
import { answered, AnyObject, Instant, WholeNumber } from "./wire.js"

const text = Schema.NullOr(Schema.String)
const TextByName = Schema.Record({ key: Schema.String, value: Schema.String })
const Messages = Schema.Array(Schema.String)

const Variables = TextByName.annotations({
  description: "Every variable found in subject, html and text, by path, with its declared default or an empty text."
})
const Declared = TextByName.annotations({
  description: "The declared variables, by path, with what stands in where the data of a send lacks them."
})
const Warnings = Messages.annotations({ description: "What may be a mistake, but keeps nobody from sending." })

/** The version that a save made. */
const Version = WholeNumber.annotations({ description: "Each save makes the next one." })

const SavedTemplate = { id: Schema.String, version: Version, warnings: Warnings, variables: Variables }

export const CreatedTemplate = answered(
  201, "CreatedTemplate", Schema.Struct({ ...SavedTemplate, status: Schema.Literal("created") })
)

export const UpdatedTemplate = Schema.Struct({
  ...SavedTemplate,
  status: Schema.Literal("updated"),
  compiled_html: Schema.optional(Schema.String.annotations({ description: "What the new source was compiled to, if one was given." }))
}).annotations({ identifier: "UpdatedTemplate" })

export const RestoredTemplate = Schema.Struct({ ...SavedTemplate, status: Schema.Literal("restored") })
  .annotations({ identifier: "RestoredTemplate" })

export const DeactivatedTemplate = Schema.Struct({ id: Schema.String, status: Schema.Literal("deactivated") })
  .annotations({ identifier: "DeactivatedTemplate" })

const parts = {
  mjml_source: text,
  design_json: Schema.NullOr(AnyObject),
  html: text.annotations({ description: "Html as it was given; null if there is another source." }),
  compiled_html: text.annotations({ description: "What the source was compiled to: html with merge tags." }),
  text_body: text
}

const TemplateVariant = Schema.Struct({ subject_template: text, ...parts }).annotations({
  identifier: "TemplateVariantView",
  description: "What a template says in one language. A part that is null comes from the next language it falls back to."
})

export const TemplateVersion = Schema.Struct({
  id: Schema.String,
  version: Version,
  name: Schema.String,
  subject_template: Schema.String,
  ...parts,
  variables: Declared,
  locales: Schema.Record({ key: Schema.String, value: TemplateVariant }),
  created_at: Instant
}).annotations({ identifier: "TemplateVersion" })

export const Template = Schema.Struct({ ...TemplateVersion.fields, active: Schema.Boolean, updated_at: Instant })
  .annotations({ identifier: "Template" })

const TemplateSummary = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  subject_template: Schema.String,
  active: Schema.Boolean.annotations({ description: "False once it is deactivated: no send can use it." }),
  version: Version,
  created_at: Instant,
  updated_at: Instant
}).annotations({ identifier: "TemplateSummary" })

const TemplateVersionSummary = Schema.Struct({
  version: Version,
  name: Schema.String,
  subject_template: Schema.String,
  created_at: Instant
}).annotations({ identifier: "TemplateVersionSummary" })

const listOf = <A extends Schema.Schema.AnyNoContext>(identifier: string, item: A) =>
  Schema.Struct({ data: Schema.Array(item) }).annotations({ identifier })

export const TemplateList = listOf("TemplateList", TemplateSummary)
export const TemplateVersionList = listOf("TemplateVersionList", TemplateVersionSummary)

export const TemplatePreview = Schema.Struct({
  html: Schema.String,
  subject: Schema.String,
  text: Schema.String,
  mjml_source: Schema.String.annotations({ description: "The MJML that was compiled: as given, or made from the design; else empty." }),
  errors: Messages.annotations({ description: "Why a save would be refused, each with the part that it is about." }),
  warnings: Warnings,
  variables: Variables
}).annotations({ identifier: "TemplatePreview" })

const starter = {
  slug: Schema.String,
  name: Schema.String,
  category: Schema.String.annotations({ description: "What it is for, such as welcome or receipt." }),
  description: Schema.String,
  subject_template: Schema.String
}

export const Starter = Schema.Struct({ ...starter, mjml_source: Schema.String, variables: TextByName })
  .annotations({ identifier: "Starter" })

export const StarterList = listOf("StarterList", Schema.Struct({
  ...starter,
  thumbnail_html: Schema.String.annotations({ description: "The mail with sample data, to be shown as a picture of it." })
}).annotations({ identifier: "StarterSummary" }))
