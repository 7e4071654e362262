import { Schema } from "effect"
import { Design } from "./design.js"
import { Locale, localeProblems } from "./locales.js"
import { named, optional, required } from "./members.js"
import { controlProblem, fitsOctets, maxSubjectLength } from "./textRules.js"
import { maxMembers } from "./validation/bounds.js"
import {
  boundedText,
  checkedText,
  JsonObject,
  StorableText,
  wordedRule
} from "./validation/text.js"

/** That a template may declare, and that it may use. */
export const maxVariables = 500

const maxSource = 256 * 1024

const Source = StorableText.pipe(
  Schema.check(
    wordedRule((source) =>
      fitsOctets(source, maxSource) ? undefined : `must be at most ${String(maxSource)} octets`
    )
  )
)

/** Paths of the interface use these. */
const reservedIds = ["preview", "starters"]

export const TemplateId = checkedText(
  (id) =>
    !/^[A-Za-z0-9][A-Za-z0-9_.-]{0,49}$/.test(id)
      ? "must be 1 to 50 letters, digits, dots, dashes or underscores, and begin with a letter or digit"
      : reservedIds.includes(id)
        ? `must be another word than ${reservedIds.join(" and ")}`
        : undefined,
  {
    identifier: "TemplateId",
    jsonSchema: { type: "string", pattern: "^[A-Za-z0-9][A-Za-z0-9_.-]{0,49}$" }
  }
)

const Name = boundedText(255, 1).pipe(Schema.check(wordedRule(controlProblem)))
const SubjectTemplate = boundedText(maxSubjectLength, 1)

const variableName = "[^\\p{Cc}\\p{Cs}\\s{}[\\]().!\"#%&'*+,/;<=>@\\\\^`|~]+"
const variablePath = new RegExp(`^${variableName}(?:\\.${variableName})*$`, "u")
const maxDefaultLength = 10_000
const maxDefaults = 64 * 1024

/** Default values by path, where the data of a send lacks them. */
const Variables = Schema.Record(Schema.String, boundedText(maxDefaultLength)).pipe(
  Schema.check(
    Schema.makeFilter(
      (variables) => {
        const names = Object.keys(variables)
        if (names.length > maxVariables) return `must be at most ${String(maxVariables)}`
        if (JSON.stringify(variables).length > maxDefaults)
          return `must be at most ${String(maxDefaults)} characters of JSON`
        const isWrong = (name: string) =>
          name.length > 200 || !variablePath.test(name) || name.split(".").includes("__proto__")
        return names.some(isWrong) ? "must have names such as name or order.number" : undefined
      },
      { jsonSchema: {}, ...maxMembers(maxVariables, `must be at most ${String(maxVariables)}`) }
    )
  )
)

/** Null: the part doesn't exist, as in answers. */
const part = <A, I>(schema: Schema.Codec<A, I>) => Schema.optional(Schema.NullOr(schema))

const Html = Source.pipe(Schema.check(Schema.isMinLength(1, { message: "must not be empty" })))

const parts = {
  mjml_source: optional(Schema.NullOr(Html), "A source: MJML of at most 256 KiB."),
  design_json: optional(Schema.NullOr(Design), "A source: a design of blocks."),
  html: optional(Schema.NullOr(Html), "A source: html of at most 256 KiB, sent as it is."),
  text_body: optional(Schema.NullOr(Source), "The plain text; by default it is made from the html.")
}

export const TemplateVariantInput = named("TemplateVariant", {
  subject_template: optional(
    Schema.NullOr(SubjectTemplate),
    "Its subject, with merge tags; by default the template's."
  ),
  ...parts
})
export type TemplateVariantInput = typeof TemplateVariantInput.Type

const isGiven = (value: unknown): boolean => value !== undefined && value !== null

/** Null removes a locale. */
const Locales = Schema.Record(Schema.String, Schema.NullOr(TemplateVariantInput)).pipe(
  Schema.check(
    wordedRule((locales) => [
      ...localeProblems(Object.keys(locales)),
      ...Object.entries(locales).flatMap(([tag, variant]) =>
        variant === null || Object.values(variant).some(isGiven)
          ? []
          : [{ path: [tag], issue: "must have a subject_template, a source or a text_body" }]
      )
    ])
  )
)

const isTemplateId = Schema.is(TemplateId)

/** If not, no look-up is needed. */
export const mayBeTemplate = (id: string): boolean => isTemplateId(id)

const name = "The name to show people."
const subject = "The subject, with merge tags."
const variables =
  "The variables that it declares, by path, with their defaults for sends whose data lacks them."
const locales = "Its content in other languages, by language tag; null removes a language."

export const CreateTemplate = named("CreateTemplate", {
  id: required(TemplateId, "The id by which sends name it."),
  name: required(Name, name),
  subject_template: required(SubjectTemplate, subject),
  ...parts,
  variables: optional(Variables, variables),
  locales: optional(Locales, locales)
})
export type CreateTemplate = typeof CreateTemplate.Type

/** A member that is left out stays as it is. */
export const UpdateTemplate = named("UpdateTemplate", {
  name: optional(Name, name),
  subject_template: optional(SubjectTemplate, subject),
  ...parts,
  variables: optional(Variables, variables),
  locales: optional(
    Locales,
    `${locales} A language that you give replaces the template's; others stay.`
  )
})
export type UpdateTemplate = typeof UpdateTemplate.Type

const nullable = Schema.NullOr(Schema.String)

const Previewed = Schema.Struct({
  mjml_source: optional(nullable, "A source: MJML."),
  design_json: optional(Schema.NullOr(JsonObject), "A source: a design of blocks."),
  subject_template: optional(nullable, subject),
  html: optional(nullable, "A source: html, as it is."),
  text_body: optional(nullable, "The plain text; by default it is made from the html.")
})

/**
 * Only members that are neither text nor object are refused; every other problem is reported in the
 * answer.
 */
export const PreviewTemplate = named("PreviewTemplate", {
  ...Previewed.fields,
  data: optional(JsonObject, "The values for the merge tags."),
  variables: optional(Variables, variables),
  locales: optional(Schema.Record(Schema.String, Schema.NullOr(Previewed)), locales),
  locale: optional(Locale, "The language to show.")
})
export type PreviewTemplate = typeof PreviewTemplate.Type

/** Checked as in a save, but the subject may be empty: an editor may not have one yet. */
export const previewParts = {
  subject_template: part(boundedText(maxSubjectLength)),
  mjml_source: part(Source),
  design_json: part(Design),
  html: part(Source),
  text_body: part(Source)
}

export const RestoreTemplate = named("RestoreTemplate", {
  version: required(
    Schema.Int.pipe(Schema.check(Schema.isGreaterThan(0))).annotate({
      jsonSchema: { type: "integer", minimum: 1 }
    }),
    "The number of an earlier version."
  )
})
export type RestoreTemplate = typeof RestoreTemplate.Type
