import { takeConditionalComments } from "./conditionalComments.js"
import { type Finding, warningsOf } from "./findings.js"
import { includesIn } from "./includes.js"
import { loadMjml } from "./loadMjml.js"
import { inspectStructure } from "./structure.js"

/** Compiled MJML. `html` is null if there are problems. */
export interface MjmlOutcome {
  readonly html: string | null
  /** With line numbers if they are known. They repeat nothing of the source. */
  readonly problems: ReadonlyArray<string>
  readonly warnings: ReadonlyArray<string>
}

/** In bytes. Larger HTML can't be sent. */
const maxHtml = 1024 * 1024

const refuse = (...problems: ReadonlyArray<string>): MjmlOutcome => ({
  html: null,
  problems,
  warnings: []
})

/** The reason why MJML failed, without MJML's message, which contains text of the author. */
const reasonOf = (error: unknown): string => {
  if (error instanceof RangeError)
    return "is nested too deeply for MJML; close open elements, or nest fewer"
  const message = error instanceof Error ? error.message : ""
  if (/^(?:Parsing failed|Malformed MJML)/.test(message))
    return "must be MJML: <mjml> with an <mj-body> in it"
  if (message.startsWith("Invalid regular expression"))
    return "has an mj-font with a name that isn't a plain font name such as Open Sans"
  return "can't be compiled by MJML; remove the element that you changed last, and check its attributes"
}

const compile = async (source: string) => {
  const mjml = await loadMjml()
  // No default fonts: every recipient would load them from a third party. MJML modifies the options
  // object.
  return mjml.mjmlToHtml(source, {
    presets: [mjml.preset],
    fonts: {},
    ignoreIncludes: true,
    validationLevel: "soft"
  })
}

/**
 * Compiles MJML to HTML with merge tags. Takes any time and memory: call it only in a process that
 * can be killed.
 */
export const mjmlToHtml = async (source: string): Promise<MjmlOutcome> => {
  const includes = includesIn(source)
  if (includes.length > 0) return refuse(...includes)
  const structure = inspectStructure(source, (await loadMjml()).elements)
  const comments = takeConditionalComments(source)
  const found = [...structure.problems, ...comments.problems]
  if (found.length > 0) return refuse(...found)
  let compiled: { readonly html: unknown; readonly errors: ReadonlyArray<Finding> }
  try {
    compiled = await compile(comments.source)
  } catch (error) {
    return refuse(reasonOf(error))
  }
  const { errors } = compiled
  if (typeof compiled.html !== "string" || compiled.html.trim() === "")
    return refuse("must be MJML: <mjml> with an <mj-body> in it")
  const html = comments.restore(compiled.html)
  if (Buffer.byteLength(html) > maxHtml) {
    return refuse(
      `makes ${Math.ceil(Buffer.byteLength(html) / 1024)} KiB of html, more than the ${maxHtml / 1024} KiB that a mail may have; make it smaller`
    )
  }
  return { html, problems: [], warnings: [...warningsOf(errors), ...structure.warnings] }
}
