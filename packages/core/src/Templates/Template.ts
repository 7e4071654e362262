import { Schema } from "effect"
import { boundedText, controlProblem, fitsOctets, JsonObject, longestSubject, maxMembers, StorableText } from "../Validation/index.js"
import { Design } from "./Design/index.js"
import { Locale, localeProblems } from "./locales.js"
import { mostVariables } from "./variables.js"

const largestSource = 256 * 1024

const Source = StorableText.pipe(
  Schema.filter((source) => fitsOctets(source, largestSource) ? undefined : `must be at most ${String(largestSource)} octets`, { jsonSchema: {} })
)

/** They would be taken for the paths that these words stand for. */
const reservedIds = ["preview", "starters"]

/** What a template is called by. */
export const TemplateId = Schema.String.pipe(
  Schema.filter(
    (id) =>
      !/^[A-Za-z0-9][A-Za-z0-9_.-]{0,49}$/.test(id)
        ? "must be 1 to 50 letters, digits, dots, dashes or underscores, and begin with a letter or digit"
        : reservedIds.includes(id) ? `must be another word than ${reservedIds.join(" and ")}` : undefined,
    { identifier: "TemplateId", jsonSchema: { type: "string", pattern: "^[A-Za-z0-9][A-Za-z0-9_.-]{0,49}$" } }
  )
)

const Name = boundedText(255, 1).pipe(Schema.filter(controlProblem, { jsonSchema: {} }))
const SubjectTemplate = boundedText(longestSubject, 1)

const variableName = "[^\\p{Cc}\\p{Cs}\\s{}[\\]().!\"#%&'*+,/;<=>@\\\\^`|~]+"
const variablePath = new RegExp(`^${variableName}(?:\\.${variableName})*$`, "u")
const longestDefault = 10_000
const largestDefaults = 64 * 1024

/** Declared variables: their paths, and what stands in for each where the data of a send lacks it. */
const Variables = Schema.Record({ key: Schema.String, value: boundedText(longestDefault) }).pipe(
  Schema.filter((variables) => {
    const names = Object.keys(variables)
    if (names.length > mostVariables) return `must be at most ${String(mostVariables)}`
    if (JSON.stringify(variables).length > largestDefaults) return `must be at most ${String(largestDefaults)} characters of JSON`
    const isWrong = (name: string) => name.length > 200 || !variablePath.test(name) || name.split(".").includes("__proto__")
    return names.some(isWrong) ? "must have names such as name or order.number" : undefined
  }, { jsonSchema: {}, ...maxMembers(mostVariables, `must be at most ${String(mostVariables)}`) })
)

/** Null stands for a part that isn't there, as answers have it. */
const part = <A, I>(schema: Schema.Schema<A, I>) => Schema.optional(Schema.NullOr(schema))

const Html = Source.pipe(Schema.minLength(1, { message: () => "must not be empty" }))

const parts = { mjml_source: part(Html), design_json: part(Design), html: part(Html), text_body: part(Source) }

const Variant = Schema.Struct({ subject_template: part(SubjectTemplate), ...parts }).annotations({ identifier: "TemplateVariant" })

const isGiven = (value: unknown): boolean => value !== undefined && value !== null

/** What a template says in other languages. Null takes a locale away. */
const Locales = Schema.Record({ key: Schema.String, value: Schema.NullOr(Variant) }).pipe(
  Schema.filter((locales) => [
    ...localeProblems(Object.keys(locales)),
    ...Object.entries(locales).flatMap(([tag, variant]) =>
      variant === null || Object.values(variant).some(isGiven) ? [] : [{ path: [tag], message: "must have a subject_template, a source or a text_body" }])
  ], { jsonSchema: {} })
)

const isTemplateId = Schema.is(TemplateId)

/** Whether a template may be called that; of anything else it is known without a look that there is none. */
export const mayBeTemplate = (id: string): boolean => isTemplateId(id)

/** The body of POST /templates. */
export const CreateTemplate = Schema.Struct({
  id: TemplateId,
  name: Name,
  subject_template: SubjectTemplate,
  ...parts,
  variables: Schema.optional(Variables),
  locales: Schema.optional(Locales)
}).annotations({ identifier: "CreateTemplate" })
export type CreateTemplate = typeof CreateTemplate.Type

/** The body of PUT /templates/{id}: what is left out stays as it is. */
export const UpdateTemplate = Schema.Struct({
  name: Schema.optional(Name),
  subject_template: Schema.optional(SubjectTemplate),
  ...parts,
  variables: Schema.optional(Variables),
  /** A locale that is given replaces what the template had of it; others stay. */
  locales: Schema.optional(Locales)
}).annotations({ identifier: "UpdateTemplate" })
export type UpdateTemplate = typeof UpdateTemplate.Type

const text = Schema.NullOr(Schema.String)

const Previewed = Schema.Struct({
  mjml_source: Schema.optional(text),
  design_json: Schema.optional(Schema.NullOr(JsonObject)),
  subject_template: Schema.optional(text),
  html: Schema.optional(text),
  text_body: Schema.optional(text)
})

/**
 * The body of POST /templates/preview. Only what isn't text or an object at all is refused: every other problem
 * is part of the answer.
 */
export const PreviewTemplate = Schema.Struct({
  ...Previewed.fields,
  data: Schema.optional(JsonObject),
  variables: Schema.optional(Variables),
  locales: Schema.optional(Schema.Record({ key: Schema.String, value: Schema.NullOr(Previewed) })),
  locale: Schema.optional(Locale)
}).annotations({ identifier: "PreviewTemplate" })
export type PreviewTemplate = typeof PreviewTemplate.Type

/** The parts of a preview by the rules of a save; an editor may have got no subject yet. */
export const previewParts = { subject_template: part(boundedText(longestSubject)), mjml_source: part(Source), design_json: part(Design), html: part(Source), text_body: part(Source) }

/** The body of POST /templates/{id}/restore. */
export const RestoreTemplate = Schema.Struct({
  version: Schema.Int.pipe(Schema.positive()).annotations({ jsonSchema: { type: "integer", minimum: 1 } })
}).annotations({ identifier: "RestoreTemplate" })
export type RestoreTemplate = typeof RestoreTemplate.Type

/** The answer to a save. */
export interface SavedTemplate {
  readonly id: string
  readonly version: number
  /** Every variable found, by path, with its declared default or `""`. */
  readonly variables: Readonly<Record<string, string>>
  readonly warnings: ReadonlyArray<string>
}

/** A template as GET /templates lists it. */
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
  readonly design_json: Design | null
  /** As given; null if there is another source. */
  readonly html: string | null
  /** What the source was compiled to: html with merge tags. */
  readonly compiled_html: string | null
  readonly text_body: string | null
}

/** One version of a template. */
export interface TemplateVersionView extends TemplateVariantView {
  readonly id: string
  readonly version: number
  readonly name: string
  readonly subject_template: string
  readonly variables: Readonly<Record<string, string>>
  readonly locales: Readonly<Record<string, TemplateVariantView>>
  readonly created_at: string
}

/** A template with the version that is in force. */
export interface Template extends TemplateVersionView {
  readonly active: boolean
  readonly updated_at: string
}

/** The answer to a preview. */
export interface TemplatePreview {
  readonly html: string
  readonly subject: string
  readonly text: string
  readonly mjml_source: string
  readonly errors: ReadonlyArray<string>
  readonly warnings: ReadonlyArray<string>
  readonly variables: Readonly<Record<string, string>>
}
