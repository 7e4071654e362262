import type { Previewed, TemplateProblem, TemplateSource } from "@telemark/core"
import { textOf } from "@telemark/html"
import { loadTemplate, onOneBudget, precompileTemplate } from "../handlebars/templateCode.js"
import { RenderRefused } from "../handlebars/templateLimits.js"
import { sourcePathOf } from "./Job.js"
import { compileSource } from "./compileSource.js"

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
