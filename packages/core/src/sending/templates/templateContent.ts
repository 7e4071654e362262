import {
  canonicalLocale,
  type CompilerBusy,
  type Design,
  maxLocales,
  maxVariables,
  ValidationFailed
} from "@telemark/contract"
import { Effect } from "effect"
import type { TemplateContent, TemplateVariant } from "./Template.js"
import type { CompiledSource, TemplateEngine, TemplateProblem } from "./TemplateEngine.js"
import { pathsOf } from "./VariableUse.js"
import { type GivenParts, togetherProblems, toSource } from "./templateParts.js"
import { usesOf } from "./templateWarnings.js"

type Parts = GivenParts<Design>
type Locales = Readonly<Record<string, Parts | null>>

export interface CompiledParts {
  readonly base: TemplateVariant
  /** By canonical tag; null for removed locales. */
  readonly locales: ReadonlyMap<string, TemplateVariant | null>
  readonly warnings: ReadonlyArray<string>
}

export const refusal = (problems: ReadonlyArray<TemplateProblem>): ValidationFailed => {
  const details = new Map<string, ReadonlyArray<string>>()
  for (const { path, reason } of problems) details.set(path, [...(details.get(path) ?? []), reason])
  return new ValidationFailed({ details: Object.fromEntries(details) })
}

const nothing: CompiledSource = {
  html: null,
  mjml_source: null,
  uses: { subject: {}, html: {}, text: {} },
  warnings: [],
  problems: []
}

const variantOf = (parts: Parts, { html, uses }: CompiledSource): TemplateVariant => ({
  subject_template: parts.subject_template ?? null,
  mjml_source: parts.mjml_source ?? null,
  design_json: parts.design_json ?? null,
  // A reference such as `&#0;` may have become NUL, which Postgres can't store.
  html: html?.replaceAll("\0", "") ?? null,
  // Editors send an empty text for none; a mail then gets text made from its HTML.
  text_body: parts.text_body === "" ? null : (parts.text_body ?? null),
  uses
})

const within =
  (prefix: string) =>
  (problem: TemplateProblem): TemplateProblem => ({ ...problem, path: `${prefix}${problem.path}` })

/** Compiles the parts in a request, all languages together, or reports all their faults. */
export const compileParts = (
  engine: typeof TemplateEngine.Service,
  tenantId: string,
  base: Parts,
  locales: Locales = {}
): Effect.Effect<CompiledParts, ValidationFailed | CompilerBusy> =>
  Effect.gen(function* () {
    const given = Object.entries(locales).map(([tag, parts]) => ({
      tag: canonicalLocale(tag) ?? tag,
      parts,
      prefix: `locales.${tag}.`
    }))
    const variants = [
      { tag: "", parts: base, prefix: "" },
      ...given.flatMap(({ parts, ...rest }) => (parts === null ? [] : [{ ...rest, parts }]))
    ]
    const wrong = variants.flatMap(({ parts, prefix }) => togetherProblems(parts, prefix))
    if (wrong.length > 0) return yield* refusal(wrong)

    const sources = variants.map(({ parts }) => toSource(parts))
    const compiled = sources.every((source) => Object.keys(source).length === 0)
      ? []
      : yield* engine.compile(tenantId, sources)
    const found = variants.map(({ parts, prefix, tag }, index) => {
      const one = compiled[index] ?? nothing
      return {
        tag,
        variant: variantOf(parts, one),
        problems: one.problems.map(within(prefix)),
        warnings: one.warnings.map((text) => `${prefix}${text}`)
      }
    })
    const problems = found.flatMap((one) => one.problems)
    if (problems.length > 0) return yield* refusal(problems)

    const [first, ...others] = found
    const removed = given.flatMap(({ parts, tag }): ReadonlyArray<readonly [string, null]> =>
      parts === null ? [[tag, null]] : []
    )
    return {
      base: first?.variant ?? variantOf({}, nothing),
      locales: new Map([...removed, ...others.map(({ tag, variant }) => [tag, variant] as const)]),
      warnings: found.flatMap((one) => one.warnings)
    }
  })

export interface GivenUpdate extends GivenParts<unknown> {
  readonly name?: string | undefined
  readonly variables?: Readonly<Record<string, string>> | undefined
}

/** The content after an update: a new source replaces any kind of previous source. */
export const mergeContent = (
  current: TemplateContent,
  given: GivenUpdate,
  { base, locales }: CompiledParts
): TemplateContent => {
  const source = base.html === null ? current : base
  const text = given.text_body === undefined ? current : base
  const subject = base.subject_template === null ? current : base
  const variants = new Map(Object.entries(current.locales))
  for (const [tag, variant] of locales) {
    if (variant === null) variants.delete(tag)
    else variants.set(tag, variant)
  }
  return {
    name: given.name ?? current.name,
    subject_template: subject.subject_template ?? current.subject_template,
    mjml_source: source.mjml_source,
    design_json: source.design_json,
    html: source.html ?? current.html,
    text_body: text.text_body,
    uses: { subject: subject.uses.subject, html: source.uses.html, text: text.uses.text },
    variables: given.variables ?? current.variables,
    locales: Object.fromEntries(variants)
  }
}

const blank: TemplateContent = {
  ...variantOf({}, nothing),
  name: "",
  subject_template: "",
  html: "",
  variables: {},
  locales: {}
}

/** The content of a new template; undefined if it has no source for its HTML. */
export const newContent = (
  given: GivenUpdate & { readonly name: string; readonly subject_template: string },
  compiled: CompiledParts
): TemplateContent | undefined =>
  compiled.base.html === null ? undefined : mergeContent(blank, given, compiled)

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
  const excess = (
    path: string,
    max: number,
    measure: (content: TemplateContent) => number,
    reason: string
  ): ReadonlyArray<TemplateProblem> => {
    const size = measure(content)
    const isExcess = size > max && size > (before === undefined ? 0 : measure(before))
    return isExcess ? [{ path, reason }] : []
  }
  return [
    ...excess(
      "locales",
      maxLocales,
      ({ locales }) => Object.keys(locales).length,
      `must be at most ${String(maxLocales)}, including those that the template has already`
    ),
    ...excess(
      "body",
      maxVariables,
      (one) => pathsOf(usesOf(one)).length,
      `must use at most ${String(maxVariables)} variables in all languages together`
    ),
    ...excess(
      "body",
      maxSize,
      sizeOf,
      "must be at most 8 MiB in all languages together: make the sources smaller, or split the template"
    )
  ]
}
