import {
  canonicalLocale,
  type CompilerBusy,
  type Design,
  ValidationFailed
} from "@telemark/contract"
import { Effect } from "effect"
import type { CompiledSource, TemplateEngine, TemplateProblem } from "./TemplateEngine.js"
import type { TemplateVariant } from "./TemplateRecord.js"
import { type GivenParts, togetherProblems, toSource } from "./sources.js"

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
