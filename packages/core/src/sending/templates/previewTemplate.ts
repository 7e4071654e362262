import {
  canonicalLocale,
  type CompilerBusy,
  decode,
  localeProblems,
  oneLine,
  previewParts,
  PreviewTemplate,
  type TemplatePreview,
  type ValidationFailed
} from "@telemark/contract"
import { Effect, Result } from "effect"
import { TemplateEngine, type TemplateProblem, type TemplateSource } from "./TemplateEngine.js"
import { pathsOf } from "./VariableUse.js"
import { decodeTemplate } from "./decodeTemplate.js"
import { tooLarge } from "./renderTemplate.js"
import { linkExamples, withDefaults } from "./templateData.js"
import { type GivenParts, partsFor, togetherProblems, toSource } from "./templateParts.js"
import { declarationWarnings, largeHtmlWarning, usesOf, variablesOf } from "./templateWarnings.js"

const decodePreview = decodeTemplate(PreviewTemplate)

/** One by one, so that a fault in one part doesn't hide the others. */
const decoders = (Object.keys(previewParts) as ReadonlyArray<keyof typeof previewParts>).map(
  (part) => ({
    part,
    decodePart: decode<unknown, unknown>(previewParts[part].schema, [part])
  })
)

const checkParts = (
  parts: GivenParts<unknown>
): { readonly source: TemplateSource; readonly problems: ReadonlyArray<TemplateProblem> } => {
  const together = togetherProblems(parts)
  const problems = [...together]
  const kept: Record<string, unknown> = {}
  for (const { decodePart, part } of decoders) {
    if (parts[part] === undefined || together.some(({ path }) => path === part)) continue
    const decoded = decodePart(parts[part])
    if (Result.isSuccess(decoded)) kept[part] = decoded.success
    else
      for (const [path, reasons] of Object.entries(decoded.failure.details))
        problems.push(...reasons.map((reason) => ({ path, reason })))
  }
  return { source: toSource(kept), problems }
}

/** Compiles and renders without saving. Faults of the template are part of the result. */
export const makePreview = Effect.map(
  TemplateEngine,
  (engine) =>
    (
      tenantId: string,
      input: PreviewTemplate
    ): Effect.Effect<TemplatePreview, ValidationFailed | CompilerBusy> =>
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
        const used = pathsOf(usesOf({ uses: compiled.uses, locales: {} }))
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
          ].map(({ path, reason }) => `${path}: ${reason}`),
          warnings: [
            ...compiled.warnings,
            ...declarationWarnings(
              used,
              variables,
              [...problems, ...compiled.problems].length === 0
            ),
            ...largeHtmlWarning(parts.html)
          ],
          variables: variablesOf(used, variables)
        }
      })
)
