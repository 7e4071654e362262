import type { CompiledParts } from "./content.js"
import { type GivenParts, hasSource } from "./sources.js"
import type { TemplateContent, TemplateVariant } from "./TemplateRecord.js"

/** What an update gives, beside what was compiled of it. */
export interface GivenUpdate extends GivenParts<unknown> {
  readonly name?: string | undefined
  readonly variables?: Readonly<Record<string, string>> | undefined
}

/** The parts in force after an update: a new source takes the place of every kind of source there was. */
const mergeParts = (current: TemplateVariant, given: GivenUpdate, { base }: CompiledParts): TemplateVariant => {
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

/** The content that an update makes of the one in force. */
export const mergeContent = (current: TemplateContent, given: GivenUpdate, compiled: CompiledParts): TemplateContent => {
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

/** The content of a new template; undefined if there is nothing to make its html of. */
export const newContent = (
  given: GivenUpdate & { readonly name: string; readonly subject_template: string },
  { base, locales }: CompiledParts
): TemplateContent | undefined =>
  base.html === null ? undefined : {
    ...base,
    name: given.name,
    subject_template: given.subject_template,
    html: base.html,
    variables: given.variables ?? {},
    locales: Object.fromEntries([...locales].flatMap(([tag, variant]) => (variant === null ? [] : [[tag, variant]])))
  }

const mostLocales = 50

/** A version is read whole when it is first sent: it must stay of a size to be kept in memory. */
const largest = 8 * 1024 * 1024

const sizeOf = ({ html, mjml_source, text_body }: TemplateVariant): number =>
  (html?.length ?? 0) + (mjml_source?.length ?? 0) + (text_body?.length ?? 0)

/** What is wrong with the languages of a template taken together. */
export const localesProblem = (content: TemplateContent): string | undefined => {
  const variants = Object.values(content.locales)
  if (variants.length > mostLocales) return `must be at most ${String(mostLocales)}, those that the template has included`
  const size = variants.reduce((sum, variant) => sum + sizeOf(variant), sizeOf(content))
  return size > largest ? "make the template larger than 8 MiB: make the sources smaller, or several templates" : undefined
}
