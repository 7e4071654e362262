import { maxLocales, maxVariables } from "@telemark/contract"
import type { TemplateProblem } from "./TemplateEngine.js"
import type { TemplateContent, TemplateVariant } from "./TemplateRecord.js"
import { pathsOf } from "./VariableUse.js"
import type { CompiledParts } from "./content.js"
import { type GivenParts, hasSource } from "./sources.js"
import { usesOf } from "./variables.js"

export interface GivenUpdate extends GivenParts<unknown> {
  readonly name?: string | undefined
  readonly variables?: Readonly<Record<string, string>> | undefined
}

/** The parts after an update: a new source replaces any kind of previous source. */
const mergeParts = (
  current: TemplateVariant,
  given: GivenUpdate,
  { base }: CompiledParts
): TemplateVariant => {
  const source = hasSource(given) ? base : current
  const text = given.text_body === undefined ? current : base
  const subject = base.subject_template === null ? current : base
  return {
    subject_template: subject.subject_template,
    mjml_source: source.mjml_source,
    design_json: source.design_json,
    html: source.html,
    text_body: text.text_body,
    uses: { subject: subject.uses.subject, html: source.uses.html, text: text.uses.text }
  }
}

export const mergeContent = (
  current: TemplateContent,
  given: GivenUpdate,
  compiled: CompiledParts
): TemplateContent => {
  const merged = mergeParts(current, given, compiled)
  const locales = new Map(Object.entries(current.locales))
  for (const [tag, variant] of compiled.locales) {
    if (variant === null) locales.delete(tag)
    else locales.set(tag, variant)
  }
  return {
    ...merged,
    name: given.name ?? current.name,
    subject_template: merged.subject_template ?? current.subject_template,
    html: merged.html ?? current.html,
    variables: given.variables ?? current.variables,
    locales: Object.fromEntries(locales)
  }
}

/** The content of a new template; undefined if it has no source for its HTML. */
export const newContent = (
  given: GivenUpdate & { readonly name: string; readonly subject_template: string },
  { base, locales }: CompiledParts
): TemplateContent | undefined =>
  base.html === null
    ? undefined
    : {
        ...base,
        name: given.name,
        subject_template: given.subject_template,
        html: base.html,
        variables: given.variables ?? {},
        locales: Object.fromEntries(
          [...locales].flatMap(([tag, variant]) => (variant === null ? [] : [[tag, variant]]))
        )
      }

/**
 * In characters: a version is cached as a whole when it is first sent, so its size must be bounded.
 */
const maxSize = 8 * 1024 * 1024

const sizeOfVariant = ({
  design_json,
  html,
  mjml_source,
  text_body,
  uses
}: TemplateVariant): number =>
  [html, mjml_source, text_body].reduce((size, part) => size + (part?.length ?? 0), 0) +
  JSON.stringify([design_json, uses]).length

const sizeOf = (content: TemplateContent): number =>
  [content, ...Object.values(content.locales)].reduce(
    (size, variant) => size + sizeOfVariant(variant),
    0
  )

/** Faults of the template as a whole, by path. An existing excess may stay. */
export const wholeProblems = (
  content: TemplateContent,
  before?: TemplateContent
): ReadonlyArray<TemplateProblem> => {
  const locales = Object.keys(content.locales).length
  const variables = pathsOf(usesOf(content)).length
  return [
    ...(locales > maxLocales && locales > Object.keys(before?.locales ?? {}).length
      ? [
          {
            path: "locales",
            reason: `must be at most ${String(maxLocales)}, including those that the template has already`
          }
        ]
      : []),
    ...(variables > maxVariables &&
    variables > (before === undefined ? 0 : pathsOf(usesOf(before)).length)
      ? [
          {
            path: "body",
            reason: `must use at most ${String(maxVariables)} variables in all languages together`
          }
        ]
      : []),
    ...(sizeOf(content) > maxSize && (before === undefined || sizeOf(content) > sizeOf(before))
      ? [
          {
            path: "body",
            reason:
              "must be at most 8 MiB in all languages together: make the sources smaller, or split the template"
          }
        ]
      : [])
  ]
}
