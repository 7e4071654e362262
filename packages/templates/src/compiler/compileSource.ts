import type {
  CompiledSource,
  Previewed,
  TemplateProblem,
  TemplateSource,
  VariableUses
} from "@telemark/core"
import { textOf } from "@telemark/html"
import { inspectTemplate } from "../handlebars/inspect.js"
import { loadTemplate, onOneBudget, precompileTemplate } from "../handlebars/templateCode.js"
import { RenderRefused } from "../handlebars/templateLimits.js"
import { mjmlToHtml } from "../mjml/mjmlToHtml.js"
import { sourcePathOf } from "./Job.js"
import { lineOfUse, lostVariables } from "./lostVariables.js"

/** `uses` is empty if there are problems. */
interface InspectedPart {
  readonly uses: VariableUses
  readonly problems: ReadonlyArray<TemplateProblem>
}

/** Inspects the merge tags of a part, if it exists. `escape`: whether it is HTML. */
const inspectPart = (path: string, source: string | undefined, escape: boolean): InspectedPart => {
  if (source === undefined) return { uses: {}, problems: [] }
  const { problems, uses } = inspectTemplate(source, { escape })
  return {
    uses: problems.length === 0 ? uses : {},
    problems: problems.map((reason) => ({ path, reason }))
  }
}

/** Loaded with the first design only, because it includes a sanitiser. */
export const loadDesign = () => import("../design/designToMjml.js")

interface Html {
  /** Null if there is none, or if there are problems. */
  readonly html: string | null
  readonly mjml_source: string | null
  readonly uses: VariableUses
  readonly warnings: ReadonlyArray<string>
  readonly problems: ReadonlyArray<TemplateProblem>
}

const none: Html = { html: null, mjml_source: null, uses: {}, warnings: [], problems: [] }

const maxNamed = 20

const lostReason =
  "is used where MJML drops it; put that merge tag, {{#each}} or {{#if}} into mj-text, into its own mj-raw, or into an attribute that its element has"

/**
 * Variables that MJML dropped. A problem if the author used them in the body. Only a warning in
 * comments and in defaults of elements that aren't used.
 */
const lostFrom = (
  source: string,
  path: "mjml_source" | "design_json",
  lost: ReadonlyArray<string>
) => {
  const found = lost.map((variable) => ({
    variable,
    line: path === "design_json" ? undefined : lineOfUse(source, variable)
  }))
  return {
    problems: found
      .flatMap(({ line, variable }) =>
        line === undefined ? [] : [{ path, reason: `line ${line}: ${variable} ${lostReason}` }]
      )
      .slice(0, maxNamed),
    warnings: found
      .flatMap(({ line, variable }) => (line === undefined ? [`${variable} ${lostReason}`] : []))
      .slice(0, maxNamed)
  }
}

/**
 * Inspects merge tags before and after compiling MJML: problems found before have the author's line
 * numbers.
 */
const fromMjml = async (
  mjml_source: string,
  path: "mjml_source" | "design_json"
): Promise<Html> => {
  const given = inspectPart(path, mjml_source, true)
  const { html, problems, warnings } = await mjmlToHtml(mjml_source)
  const found = [...given.problems, ...problems.map((reason) => ({ path, reason }))]
  if (html === null || found.length > 0) return { ...none, mjml_source, problems: found }
  const made = inspectPart(path, html, true)
  if (made.problems.length > 0) {
    // MJML duplicates some things and drops others, such as an {{#if}} without its {{/if}}.
    const compiled = made.problems.map(({ reason }) => ({
      path,
      reason: `is valid, but the html that MJML makes from it is not: ${reason}`
    }))
    return { ...none, mjml_source, problems: compiled }
  }
  const lost = lostFrom(mjml_source, path, lostVariables(given.uses, made.uses))
  if (lost.problems.length > 0) return { ...none, mjml_source, problems: lost.problems }
  return {
    html,
    mjml_source,
    uses: made.uses,
    warnings: [...warnings, ...lost.warnings],
    problems: []
  }
}

const htmlOf = async (source: TemplateSource): Promise<Html> => {
  if (source.mjml_source !== undefined) return fromMjml(source.mjml_source, "mjml_source")
  if (source.design_json !== undefined) {
    const { designToMjml } = await loadDesign()
    const { mjml, problems } = designToMjml(source.design_json)
    return problems.length > 0 ? { ...none, problems } : fromMjml(mjml, "design_json")
  }
  if (source.html === undefined) return none
  const { problems, uses } = inspectPart("html", source.html, true)
  return { ...none, html: problems.length > 0 ? null : source.html, uses, problems }
}

export const compileSource = async (source: TemplateSource): Promise<CompiledSource> => {
  const subject = inspectPart("subject_template", source.subject_template, false)
  const text = inspectPart("text_body", source.text_body, false)
  const { html, mjml_source, problems, uses, warnings } = await htmlOf(source)
  return {
    html,
    mjml_source,
    uses: { subject: subject.uses, html: uses, text: text.uses },
    warnings,
    problems: [...subject.problems, ...problems, ...text.problems]
  }
}

type Data = Readonly<Record<string, unknown>>

/** Renders a valid part. Errors with this data become problems. */
const renderPart = (
  path: string,
  source: string,
  escape: boolean,
  data: Data
): { readonly text: string; readonly problems: ReadonlyArray<TemplateProblem> } => {
  try {
    return { text: loadTemplate(precompileTemplate(source, { escape }))(data), problems: [] }
  } catch (error) {
    if (!(error instanceof RenderRefused)) throw error
    return { text: "", problems: [{ path, reason: error.reason }] }
  }
}

/**
 * Compiles a source and renders its parts. Parts with problems are empty. A missing text is made
 * from the HTML.
 */
export const previewSource = async (source: TemplateSource, data: Data): Promise<Previewed> => {
  const compiled = await compileSource(source)
  const render = (path: string, part: string | null | undefined, escape: boolean) =>
    part === undefined ||
    part === null ||
    compiled.problems.some((problem) => problem.path === path)
      ? { text: "", problems: [] }
      : renderPart(path, part, escape, data)
  const { html, subject, text } = onOneBudget(() => ({
    subject: render("subject_template", source.subject_template, false),
    html: render(sourcePathOf(source) ?? "html", compiled.html, true),
    text: render("text_body", source.text_body, false)
  }))
  return {
    compiled: {
      ...compiled,
      problems: [...compiled.problems, ...subject.problems, ...html.problems, ...text.problems]
    },
    parts: {
      subject: subject.text,
      html: html.text,
      text: source.text_body === undefined ? textOf(html.text) : text.text
    }
  }
}
