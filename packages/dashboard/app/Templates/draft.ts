import type {
  Design,
  Template,
  TemplateVariant,
  TemplateVersion,
  UpdateTemplate
} from "@telemark/client"
import type { Kind } from "./beginnings.js"

/** A template's content in one language, as it is edited. */
export interface Content {
  /** Null in a language that uses the default's. */
  readonly subject: string | null
  /** Null in a language that uses the default's source. */
  readonly kind: Kind | null
  /** MJML or html. */
  readonly source: string
  readonly design: Design | null
  /** Null if the text is made from the html. */
  readonly text: string | null
}

/** All of a template that its page changes. */
export interface Draft {
  readonly name: string
  readonly own: Content
  readonly variables: Readonly<Record<string, string>>
  readonly languages: Readonly<Record<string, Content>>
}

type Parts = Pick<Template, "mjml_source" | "design_json" | "html" | "text_body"> & {
  readonly subject_template: string | null
}

const contentOf = ({
  design_json,
  html,
  mjml_source,
  subject_template,
  text_body
}: Parts): Content => ({
  subject: subject_template,
  // MJML that was saved together with a design is what is sent.
  kind:
    mjml_source !== null ? "mjml" : html !== null ? "html" : design_json !== null ? "design" : null,
  source: mjml_source ?? html ?? "",
  design: design_json,
  text: text_body
})

export const draftOf = (template: Template | TemplateVersion): Draft => ({
  name: template.name,
  own: contentOf(template),
  variables: template.variables,
  languages: Object.fromEntries(
    Object.entries(template.locales).map(([tag, variant]) => [tag, contentOf(variant)])
  )
})

/** The source as a save or a preview takes it: the one member that it is. */
export const sourceOf = ({
  design,
  kind,
  source
}: Content): Pick<TemplateVariant, "mjml_source" | "html" | "design_json"> => {
  switch (kind) {
    case "mjml":
      return { mjml_source: source }
    case "html":
      return { html: source }
    case "design":
      return { design_json: design }
    case null:
      return {}
  }
}

export const variantOf = (content: Content): TemplateVariant => ({
  ...(content.subject === null ? {} : { subject_template: content.subject }),
  ...sourceOf(content),
  ...(content.text === null ? {} : { text_body: content.text })
})

/** Whether two values are the same as JSON, whatever the order of their members. */
export const isSame = (one: unknown, other: unknown): boolean => {
  if (one === other) return true
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null)
    return false
  const names = Object.keys(one)
  return (
    names.length === Object.keys(other).length &&
    names.every(
      (name) =>
        Object.hasOwn(other, name) &&
        isSame((one as Record<string, unknown>)[name], (other as Record<string, unknown>)[name])
    )
  )
}

const languageChanges = (
  before: Draft,
  after: Draft
): Readonly<Record<string, TemplateVariant | null>> => {
  const tags = [...new Set([...Object.keys(before.languages), ...Object.keys(after.languages)])]
  return Object.fromEntries(
    tags.flatMap((tag): ReadonlyArray<readonly [string, TemplateVariant | null]> => {
      const content = after.languages[tag]
      if (isSame(before.languages[tag], content)) return []
      return [[tag, content === undefined ? null : variantOf(content)]]
    })
  )
}

/**
 * What a save must say to make the one of the other: no member that is the same, so that others'
 * changes of it stay.
 */
export const changesOf = (before: Draft, after: Draft): UpdateTemplate => {
  const locales = languageChanges(before, after)
  return {
    ...(before.name === after.name ? {} : { name: after.name }),
    ...(before.own.subject === after.own.subject
      ? {}
      : { subject_template: after.own.subject ?? "" }),
    ...(isSame(sourceOf(before.own), sourceOf(after.own)) ? {} : sourceOf(after.own)),
    ...(before.own.text === after.own.text ? {} : { text_body: after.own.text }),
    ...(isSame(before.variables, after.variables) ? {} : { variables: after.variables }),
    ...(Object.keys(locales).length === 0 ? {} : { locales })
  }
}

/** The content that a language edits: "" is the default. */
export const contentIn = (draft: Draft, language: string): Content =>
  draft.languages[language] ?? draft.own

export const withContent = (draft: Draft, language: string, content: Content): Draft =>
  language === "" || !Object.hasOwn(draft.languages, language)
    ? { ...draft, own: content }
    : { ...draft, languages: { ...draft.languages, [language]: content } }
