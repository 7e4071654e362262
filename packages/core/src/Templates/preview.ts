import { Effect, Either } from "effect"
import { decode, oneLine } from "../Validation/index.js"
import { withDefaults } from "./defaults.js"
import { type GivenParts, partsFor, togetherProblems, toSource } from "./sources.js"
import { PreviewParts, PreviewTemplate } from "./Template.js"
import type { TemplateEngine, TemplateProblem, TemplateSource } from "./TemplateEngine.js"
import type { TemplatesService } from "./Templates.js"
import { usesOfParts, variablesOf } from "./variables.js"

const decodePreview = decode(PreviewTemplate)
const decodeParts = decode(PreviewParts)

const problemsOf = (details: Readonly<Record<string, ReadonlyArray<string>>>): ReadonlyArray<TemplateProblem> =>
  Object.entries(details).flatMap(([path, reasons]) => reasons.map((reason) => ({ path, reason })))

/** The parts that keep the rules, and what is wrong with the others. */
const checked = (parts: GivenParts<unknown>): { readonly source: TemplateSource; readonly problems: ReadonlyArray<TemplateProblem> } => {
  const together = togetherProblems(parts)
  const kept = together.length === 0 ? parts : { ...parts, html: undefined }
  const decoded = decodeParts(kept)
  if (Either.isRight(decoded)) return { source: toSource(decoded.right), problems: together }
  const problems = problemsOf(decoded.left.details)
  const wrong = new Set(problems.map(({ path }) => path.split(".")[0]))
  const rest = decodeParts(Object.fromEntries(Object.entries(kept).filter(([part]) => !wrong.has(part))))
  return { source: Either.isRight(rest) ? toSource(rest.right) : {}, problems: [...together, ...problems] }
}

const told = ({ path, reason }: TemplateProblem): string => `${path}: ${reason}`

/** Shows what a template would make, and everything that is wrong with it, without saving anything. */
export const makePreview = (engine: typeof TemplateEngine.Service): TemplatesService["preview"] => (tenantId, input) =>
  Effect.gen(function*() {
    const { data = {}, locale, locales = {}, variables = {}, ...base } = yield* decodePreview(input)
    const given = Object.fromEntries(Object.entries(locales).flatMap(([tag, parts]) => (parts === null ? [] : [[tag, parts]])))
    const { problems, source } = checked(partsFor<unknown>(base, given, locale))
    const { compiled, parts } = yield* engine.preview(tenantId, source, withDefaults(data, variables))
    return {
      html: parts.html,
      subject: oneLine(parts.subject),
      text: parts.text,
      mjml_source: compiled.mjml_source ?? "",
      errors: [...problems, ...compiled.problems].map(told),
      warnings: compiled.warnings,
      variables: variablesOf(usesOfParts(compiled.uses), variables)
    }
  })
