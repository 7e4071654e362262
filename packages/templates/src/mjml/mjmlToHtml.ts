import { takeConditionalComments } from "./conditionalComments.js"
import { inspectStructure, short } from "./structure.js"

/** A finding of MJML's validator. Messages contain text of the author. */
interface Finding {
  readonly line?: number
  readonly tagName?: string
  readonly message: string
}

const max = 50

const invalidValue =
  /^Attribute (\S+) has invalid value: .* for type (?:\w+) ?(?:, (only accepts [^,].*))?$/s

/** The finding in one short line without values. Undefined if it doesn't help the author. */
const sentence = ({ message, tagName }: Finding): string | undefined => {
  const element = short(tagName ?? "an element")
  const value = invalidValue.exec(message)
  if (value !== null) {
    // MJML doesn't know the values of merge tags.
    if (message.includes("{{")) return undefined
    const takes =
      value[2] === undefined
        ? "has a value that MJML doesn't accept"
        : value[2].replace("only accepts", "must be one of")
    return `${short(value[1] ?? "an attribute")} of ${element} ${takes}`
  }
  const illegal = /^Attributes? (.+) (?:is|are) illegal$/s.exec(message)
  if (illegal !== null) return `${element} has no attribute ${short(illegal[1] ?? "")}`
  if (/^[\w-]+ cannot be used inside [\w-]+, only inside: [\w, -]*$/.test(message))
    return message.trim()
  if (message.startsWith("Empty mj-title")) return "mj-title is empty; give the mail a title"
  return `MJML doesn't accept ${element} like this`
}

/**
 * The distinct findings as warnings, at most 50 and one line each. They name elements and
 * attributes but no values.
 */
const warningsOf = (findings: ReadonlyArray<Finding>): ReadonlyArray<string> => {
  const warnings = new Set<string>()
  for (const finding of findings) {
    const says = sentence(finding)?.replace(/\s+/g, " ")
    if (says !== undefined)
      warnings.add(finding.line === undefined ? says : `line ${finding.line}: ${says}`)
  }
  const all = [...warnings]
  return all.length <= max
    ? all
    : [...all.slice(0, max), `${all.length - max} more findings of MJML`]
}

const maxReported = 20

// Also in comments and mj-raw: another version of MJML might read those.
const include = /<\s*mj-include(?![\w-])/gi

/** A problem for each `mj-include` in the source: templates must not read files of the machine. */
const includesIn = (source: string): ReadonlyArray<string> =>
  [...source.matchAll(include)].slice(0, maxReported).map(({ index }) => {
    const line = source.slice(0, index).split("\n").length
    return `line ${line}: mj-include isn't supported; replace it with the content that it includes`
  })

const load = () => import("./mjml.js")

let loaded: ReturnType<typeof load> | undefined

/**
 * Loads MJML on the first call, in half a second. Only for processes without `.mjmlconfig` in their
 * working directory: MJML runs what it names.
 */
export const loadMjml = (): ReturnType<typeof load> => (loaded ??= load())

/** `html` is null if there are problems. */
interface MjmlOutcome {
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
  return mjml.compileWithMjml(source, {
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
