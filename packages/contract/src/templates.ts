import { Schema } from "effect"
import { defineError, members, unavailable } from "./defineError.js"
import { Design } from "./design.js"
import { count, flag, instant, named, orNull, text, textByName, texts } from "./members.js"
import { wholeListOf } from "./paging.js"

/** For a variable that the template declares without a default. */
export const MissingData = Schema.Literals(["refuse", "warn"]).annotate({
  identifier: "MissingData",
  description:
    "`refuse`: nothing is sent, and the answer names the variables. `warn`: they are empty in the mail, and `warnings` name them."
})
export type MissingData = typeof MissingData.Type

const version = count("The version's number; each save makes the next one.")
const warnings = texts("Possible mistakes, which don't prevent sending.")
const variables = textByName(
  "Every variable in subject, html and text, by path, with its declared default or an empty text."
)

const saved = { id: text("The id by which sends name the template."), version, warnings, variables }

const savedAs = <const Status extends string>(identifier: string, status: Status) =>
  Schema.Struct({ ...saved, status: Schema.Literal(status) }).annotate({ identifier })

export const CreatedTemplate = savedAs("CreatedTemplate", "created")
export type CreatedTemplate = typeof CreatedTemplate.Type

export const UpdatedTemplate = named("UpdatedTemplate", {
  ...savedAs("UpdatedTemplate", "updated").fields,
  compiled_html: Schema.optional(text("The compiled html of the new source, if you gave one."))
})
export type UpdatedTemplate = typeof UpdatedTemplate.Type

export const RestoredTemplate = savedAs("RestoredTemplate", "restored")
export type RestoredTemplate = typeof RestoredTemplate.Type

export const DeactivatedTemplate = named("DeactivatedTemplate", {
  id: saved.id,
  status: Schema.Literal("deactivated")
})
export type DeactivatedTemplate = typeof DeactivatedTemplate.Type

const parts = {
  mjml_source: orNull(text("MJML, if that is the source.")),
  design_json: orNull(Design).annotate({
    description: "A design of blocks, if that is the source."
  }),
  html: orNull(text("The html as you gave it; null if there is another source.")),
  compiled_html: orNull(text("The compiled source: html with merge tags.")),
  text_body: orNull(text("The plain text; null if it is made from the html."))
}

export const TemplateVariantView = Schema.Struct({
  subject_template: orNull(text("The subject, with merge tags; null if it is the template's.")),
  ...parts
}).annotate({
  identifier: "TemplateVariantView",
  description:
    "A template's content in one language. A part that is null comes from the next language that it falls back to."
})
export type TemplateVariantView = typeof TemplateVariantView.Type

const about = {
  id: saved.id,
  version,
  name: text("The name to show people."),
  subject_template: text("The subject, with merge tags.")
}

export const TemplateVersionView = named("TemplateVersion", {
  ...about,
  ...parts,
  variables: textByName(
    "The declared variables, by path, with their defaults for sends whose data lacks them."
  ),
  locales: Schema.Record(Schema.String, TemplateVariantView).annotate({
    description: "Its content in other languages, by language tag."
  }),
  created_at: instant("When it was saved.")
})
export type TemplateVersionView = typeof TemplateVersionView.Type

const changed = {
  active: flag("False once it is deactivated: no send can use it."),
  created_at: instant("When the template was created."),
  updated_at: instant("When it was last changed.")
}

export const Template = named("Template", { ...TemplateVersionView.fields, ...changed })
export type Template = typeof Template.Type

export const TemplateSummary = named("TemplateSummary", { ...about, ...changed })
export type TemplateSummary = typeof TemplateSummary.Type

export const TemplateVersionSummary = named("TemplateVersionSummary", {
  version,
  name: about.name,
  subject_template: about.subject_template,
  created_at: instant("When it was saved.")
})
export type TemplateVersionSummary = typeof TemplateVersionSummary.Type

export const TemplateList = wholeListOf("TemplateList", "Newest first.", TemplateSummary)
export type TemplateList = typeof TemplateList.Type
export const TemplateVersionList = wholeListOf(
  "TemplateVersionList",
  "Newest first.",
  TemplateVersionSummary
)
export type TemplateVersionList = typeof TemplateVersionList.Type

export const TemplatePreview = named("TemplatePreview", {
  html: text("The html, with the data filled in."),
  subject: text("The subject, with the data filled in."),
  text: text("The plain text, with the data filled in."),
  mjml_source: text("The MJML that was compiled: as given, or made from the design; else empty."),
  errors: texts("The reasons why a save would be refused, each with the part that it is about."),
  warnings,
  variables
})
export type TemplatePreview = typeof TemplatePreview.Type

const starter = {
  slug: text("The starter's id."),
  name: text("The name to show people."),
  category: text("Its purpose, such as welcome or receipt."),
  description: text("The content of the mail, in a sentence."),
  subject_template: about.subject_template
}

export const Starter = named("Starter", {
  ...starter,
  mjml_source: text(
    "The source, in the tenant's brand; it has merge tags only for the data of a send."
  ),
  variables: textByName("The variables that it declares, by path, with sample values.")
})
export type Starter = typeof Starter.Type

export const StarterSummary = named("StarterSummary", {
  ...starter,
  thumbnail_html: text("The mail with sample data, as a preview.")
})
export type StarterSummary = typeof StarterSummary.Type

export const StarterList = wholeListOf("StarterList", "The starters.", StarterSummary)
export type StarterList = typeof StarterList.Type

export class TemplateExists extends defineError("TemplateExists", {
  status: 409,
  code: "template_exists",
  description: "There is an active template of that id already.",
  message: "There is a template of that id already. Update it, or deactivate it first."
}) {}

/** The compiler didn't start, or exceeded its time or memory on a stored template. */
export type CompilerFailure = "start" | "time" | "memory"

const failures: Readonly<Record<CompilerFailure, string>> = {
  start: "The template compiler did not start in time.",
  time: "Preparing the template took too long.",
  memory: "Preparing the template took too much memory."
}

/** Without a `reason`, too many are waiting. Nothing was stored. */
export class CompilerBusy extends defineError("CompilerBusy", {
  ...unavailable(1),
  description:
    "Templates can't be compiled at this moment, mostly because too many are waiting; `message` says why. Nothing was stored, and the same request may succeed after `Retry-After`.",
  members: members<{ readonly reason?: CompilerFailure }>(),
  message: ({ reason }) => {
    const why =
      reason === undefined ? "Too many templates are being compiled at once." : failures[reason]
    return `${why} Nothing was stored; try again in a moment.`
  }
}) {}
