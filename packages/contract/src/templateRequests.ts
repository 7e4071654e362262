import { Schema } from "effect"
import { Design } from "./design.js"
import { Locale, localeProblems } from "./locales.js"
import { optional, required } from "./members.js"
import { controlProblem, fitsOctets, maxSubjectLength } from "./textRules.js"
import { maxMembers } from "./validation/bounds.js"
import { boundedText, JsonObject, StorableText } from "./validation/text.js"

/** Maximum number of variables that a template may declare, and that it may use. */
export const maxVariables = 500

const maxSource = 256 * 1024

const Source = StorableText.pipe(
  Schema.check(
    Schema.makeFilter(
      (source) =>
        fitsOctets(source, maxSource) ? undefined : `must be at most ${String(maxSource)} octets`,
      { jsonSchema: {} }
    )
  )
)

/** Paths of the interface use these words. */
const reservedIds = ["preview", "starters"]

/** The id of a template. */
export const TemplateId = Schema.String.pipe(
  Schema.check(
    Schema.makeFilter(
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
  )
)

const Name = boundedText(255, 1).pipe(
  Schema.check(Schema.makeFilter(controlProblem, { jsonSchema: {} }))
)
const SubjectTemplate = boundedText(maxSubjectLength, 1)

const variableName = "[^\\p{Cc}\\p{Cs}\\s{}[\\]().!\"#%&'*+,/;<=>@\\\\^`|~]+"
const variablePath = new RegExp(`^${variableName}(?:\\.${variableName})*$`, "u")
const maxDefaultLength = 10_000
const maxDefaults = 64 * 1024

/** Declared variables: default values by path, used where the data of a send lacks them. */
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

/** Null means that the part doesn't exist, as in answers. */
const part = <A, I>(schema: Schema.Codec<A, I>) => Schema.optional(Schema.NullOr(schema))

const Html = Source.pipe(Schema.check(Schema.isMinLength(1, { message: "must not be empty" })))

const parts = {
  mjml_source: optional(Schema.NullOr(Html), "A source: MJML of at most 256 KiB."),
  design_json: optional(Schema.NullOr(Design), "A source: a design of blocks."),
  html: optional(Schema.NullOr(Html), "A source: html of at most 256 KiB, sent as it is."),
  text_body: optional(Schema.NullOr(Source), "The plain text; by default it is made from the html.")
}

/** Content in another language. */
export const TemplateVariantInput = Schema.Struct({
  subject_template: optional(
    Schema.NullOr(SubjectTemplate),
    "Its subject, with merge tags; by default the template's."
  ),
  ...parts
}).annotate({ identifier: "TemplateVariant" })
export type TemplateVariantInput = typeof TemplateVariantInput.Type

const isGiven = (value: unknown): boolean => value !== undefined && value !== null

/** Variants in other languages. Null removes a locale. */
const Locales = Schema.Record(Schema.String, Schema.NullOr(TemplateVariantInput)).pipe(
  Schema.check(
    Schema.makeFilter(
      (locales) => [
        ...localeProblems(Object.keys(locales)),
        ...Object.entries(locales).flatMap(([tag, variant]) =>
          variant === null || Object.values(variant).some(isGiven)
            ? []
            : [{ path: [tag], issue: "must have a subject_template, a source or a text_body" }]
        )
      ],
      { jsonSchema: {} }
    )
  )
)

const isTemplateId = Schema.is(TemplateId)

/** Whether a template can have this id. If not, no look-up is needed. */
export const mayBeTemplate = (id: string): boolean => isTemplateId(id)

const name = "The name to show people."
const subject = "The subject, with merge tags."
const variables =
  "The variables that it declares, by path, with their defaults for sends whose data lacks them."
const locales = "Its content in other languages, by language tag; null removes a language."

/** A new template. */
export const CreateTemplate = Schema.Struct({
  id: required(TemplateId, "The id by which sends name it."),
  name: required(Name, name),
  subject_template: required(SubjectTemplate, subject),
  ...parts,
  variables: optional(Variables, variables),
  locales: optional(Locales, locales)
}).annotate({ identifier: "CreateTemplate" })
export type CreateTemplate = typeof CreateTemplate.Type

/** A template's next version. A member that is left out stays as it is. */
export const UpdateTemplate = Schema.Struct({
  name: optional(Name, name),
  subject_template: optional(SubjectTemplate, subject),
  ...parts,
  variables: optional(Variables, variables),
  locales: optional(
    Locales,
    `${locales} A language that you give replaces the template's; others stay.`
  )
}).annotate({ identifier: "UpdateTemplate" })
export type UpdateTemplate = typeof UpdateTemplate.Type

const nullable = Schema.NullOr(Schema.String)

const Previewed = Schema.Struct({
  mjml_source: optional(nullable, "A source: MJML."),
  design_json: optional(Schema.NullOr(JsonObject), "A source: a design of blocks."),
  subject_template: optional(nullable, subject),
  html: optional(nullable, "A source: html, as it is."),
  text_body: optional(nullable, "The plain text; by default it is made from the html.")
})

/** What to preview. Only members that are neither text nor object are refused; every other problem is reported in the answer. */
export const PreviewTemplate = Schema.Struct({
  ...Previewed.fields,
  data: optional(JsonObject, "The values for the merge tags."),
  variables: optional(Variables, variables),
  locales: optional(Schema.Record(Schema.String, Schema.NullOr(Previewed)), locales),
  locale: optional(Locale, "The language to show.")
}).annotate({ identifier: "PreviewTemplate" })
export type PreviewTemplate = typeof PreviewTemplate.Type

/** The parts of a preview, checked by the rules of a save. The subject may be empty, since an editor may not have one yet. */
export const previewParts = {
  subject_template: part(boundedText(maxSubjectLength)),
  mjml_source: part(Source),
  design_json: part(Design),
  html: part(Source),
  text_body: part(Source)
}

/** Which version to make the next one. */
export const RestoreTemplate = Schema.Struct({
  version: required(
    Schema.Int.pipe(Schema.check(Schema.isGreaterThan(0))).annotate({
      jsonSchema: { type: "integer", minimum: 1 }
    }),
    "The number of an earlier version."
  )
}).annotate({ identifier: "RestoreTemplate" })
export type RestoreTemplate = typeof RestoreTemplate.Type
