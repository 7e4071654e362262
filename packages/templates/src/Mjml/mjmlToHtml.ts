import { type Finding, warningsOf } from "./findings.js"
import { includesIn } from "./includes.js"
import { loadMjml } from "./loadMjml.js"
import { inspectStructure } from "./structure.js"

/** What became of MJML. Html is null if there are problems. */
export interface MjmlOutcome {
  readonly html: string | null
  /** In plain words, with lines where they are known; they repeat nothing of the source. */
  readonly problems: ReadonlyArray<string>
  /** What MJML would rather have otherwise. */
  readonly warnings: ReadonlyArray<string>
}

/** Larger html could not be sent. */
const maxHtml = 1024 * 1024

const refuse = (...problems: ReadonlyArray<string>): MjmlOutcome => ({ html: null, problems, warnings: [] })

/** Why MJML gave up. Its own messages are never passed on: they contain what the author wrote. */
const reasonOf = (error: unknown): string => {
  if (error instanceof RangeError) return "is nested too deeply for MJML; close what is open, or nest less"
  const message = error instanceof Error ? error.message : ""
  if (/^(?:Parsing failed|Malformed MJML)/.test(message)) return "must be MJML: <mjml> with an <mj-body> in it"
  if (message.startsWith("Invalid regular expression")) return "has an mj-font whose name isn't a plain font name such as Open Sans"
  return "can't be compiled by MJML; take out the element that you changed last, and look at its attributes"
}

const compile = async (source: string) => {
  const mjml = await loadMjml()
  // Fonts by default would be loaded from a third party by every recipient. MJML adds to the object it is given.
  return mjml.mjmlToHtml(source, { presets: [mjml.preset], fonts: {}, ignoreIncludes: true, validationLevel: "soft" })
}

/** Compiles MJML to html with merge tags. Takes what MJML takes: in a process that can be ended, never in the host's. */
export const mjmlToHtml = async (source: string): Promise<MjmlOutcome> => {
  const includes = includesIn(source)
  if (includes.length > 0) return refuse(...includes)
  const structure = inspectStructure(source, (await loadMjml()).elements)
  if (structure.problems.length > 0) return refuse(...structure.problems)
  let compiled: { readonly html: unknown; readonly errors: ReadonlyArray<Finding> }
  try {
    compiled = await compile(source)
  } catch (error) {
    return refuse(reasonOf(error))
  }
  const { errors, html } = compiled
  if (typeof html !== "string" || html.trim() === "") return refuse("must be MJML: <mjml> with an <mj-body> in it")
  if (Buffer.byteLength(html) > maxHtml) {
    return refuse(`makes ${Math.ceil(Buffer.byteLength(html) / 1024)} KiB of html, more than the ${maxHtml / 1024} KiB that a mail may have; make it smaller`)
  }
  return { html, problems: [], warnings: [...warningsOf(errors), ...structure.warnings] }
}
