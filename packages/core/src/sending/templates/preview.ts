import {
  canonicalLocale,
  decode,
  localeProblems,
  oneLine,
  previewParts,
  PreviewTemplate,
  type ValidationFailed
} from "@telemark/contract"
import { Effect, Result } from "effect"
import type { TemplateEngine, TemplateProblem, TemplateSource } from "./TemplateEngine.js"
import type { TemplatesService } from "./Templates.js"
import { pathsOf } from "./VariableUse.js"
import { decodeTemplate } from "./decodeTemplate.js"
import { withDefaults } from "./defaults.js"
import { largeHtmlWarning } from "./largeHtml.js"
import { linkExamples } from "./linkPlaceholders.js"
import { tooLarge } from "./renderTemplate.js"
import { type GivenParts, partsFor, togetherProblems, toSource } from "./sources.js"
import { declarationWarnings, usesOfParts, variablesOf } from "./variables.js"

const decodePreview = decodeTemplate(PreviewTemplate)

type Part = keyof typeof previewParts

/** One by one, so that a fault in one part doesn't hide the others. */
const decoders: Readonly<
  Record<Part, (input: unknown) => Result.Result<unknown, ValidationFailed>>
> = {
  subject_template: decode(previewParts.subject_template.schema, ["subject_template"]),
  mjml_source: decode(previewParts.mjml_source.schema, ["mjml_source"]),
  design_json: decode(previewParts.design_json.schema, ["design_json"]),
  html: decode(previewParts.html.schema, ["html"]),
  text_body: decode(previewParts.text_body.schema, ["text_body"])
}

const checkParts = (
  parts: GivenParts<unknown>
): { readonly source: TemplateSource; readonly problems: ReadonlyArray<TemplateProblem> } => {
  const together = togetherProblems(parts)
  const problems = [...together]
  const kept: Partial<Record<Part, unknown>> = {}
  for (const part of Object.keys(decoders) as ReadonlyArray<Part>) {
    if (parts[part] === undefined || together.some(({ path }) => path === part)) continue
    const decoded = decoders[part](parts[part])
    if (Result.isSuccess(decoded)) kept[part] = decoded.success
    else
      for (const [path, reasons] of Object.entries(decoded.failure.details))
        problems.push(...reasons.map((reason) => ({ path, reason })))
  }
  return { source: toSource(kept as GivenParts<TemplateSource["design_json"]>), problems }
}

const describe = ({ path, reason }: TemplateProblem): string => `${path}: ${reason}`

export const makePreview =
  (engine: typeof TemplateEngine.Service): TemplatesService["preview"] =>
  (tenantId, input) =>
    Effect.gen(function* () {
      const {
        data = {},
        locale,
        locales = {},
        variables = {},
        ...base
      } = yield* Effect.fromResult(decodePreview(input))
      const wrongTags = localeProblems(Object.keys(locales)).map(({ issue, path }) => ({
        path: ["locales", ...path].join("."),
        reason: issue
      }))
      const given = Object.fromEntries(
        Object.entries(locales).flatMap(([tag, parts]) =>
          parts === null ? [] : [[canonicalLocale(tag) ?? tag, parts]]
        )
      )
      const { problems, source } = checkParts(partsFor<unknown>(base, given, locale))
      const { compiled, parts } = yield* engine.preview(
        tenantId,
        source,
        withDefaults(data, variables, linkExamples)
      )
      const size = tooLarge(parts)
      const used = pathsOf(usesOfParts(compiled.uses))
      return {
        html: parts.html,
        subject: oneLine(parts.subject),
        text: parts.text,
        mjml_source: compiled.mjml_source ?? "",
        errors: [
          ...wrongTags,
          ...problems,
          ...compiled.problems,
          ...(size === undefined ? [] : [{ path: "data", reason: size }])
        ].map(describe),
        warnings: [
          ...compiled.warnings,
          ...declarationWarnings(used, variables, [...problems, ...compiled.problems].length === 0),
          ...largeHtmlWarning(parts.html)
        ],
        variables: variablesOf(used, variables)
      }
    })
