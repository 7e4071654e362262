import { parse, type Program } from "./syntax.js"
import { maxExpressionDepth, maxNesting, maxSourceLength, maxStatements } from "./templateLimits.js"

type ReadTemplate = { readonly program: Program } | { readonly problem: string }

export const tooDeepExpression = `parentheses are nested more than ${maxExpressionDepth} deep; use fewer`

export const tooDeepBlocks = `blocks are nested more than ${maxNesting} deep; use fewer`

export const tooManyTags = `there are more than ${maxStatements} tags; use fewer`

/** A block has at most three tags: opening, else, closing. */
const maxTags = 3 * maxStatements

/**
 * Refuses unread what exceeds a limit by this factor: the parser takes 2 s for 3,000 parentheses,
 * and minutes for 20,000 blocks or 10,000 {{else
 * if}}`. Not at the limit itself, because this check also counts strings and comments.
 */
const hopeless = 20

const lineAt = (source: string, position: number): number =>
  source.slice(0, position).split("\n").length

const findHopeless = (source: string): string | undefined => {
  let blocks = 0
  let expressions = 0
  let tags = 0
  let elses = 0
  for (const { 0: found, index } of source.matchAll(/\{\{[{~]*(?:[#^/]|\s*else\b)?|[()]/g)) {
    const last = found.at(-1)
    if (last === "(") expressions += 1
    else if (last === ")") expressions -= 1
    else {
      expressions = 0
      tags += 1
      elses += last === "e" ? 1 : 0
      blocks = Math.max(0, blocks + (last === "#" || last === "^" ? 1 : last === "/" ? -1 : 0))
    }
    if (expressions > hopeless * maxExpressionDepth)
      return `line ${lineAt(source, index)}: ${tooDeepExpression}`
    if (blocks > hopeless * maxNesting) return `line ${lineAt(source, index)}: ${tooDeepBlocks}`
    if (tags > maxTags || elses > maxStatements)
      return `line ${lineAt(source, index)}: ${tooManyTags}`
  }
  return undefined
}

const hasMessage = (
  cause: unknown
): cause is { readonly message: string; readonly lineNumber?: unknown } =>
  typeof cause === "object" &&
  cause !== null &&
  "message" in cause &&
  typeof cause.message === "string"

const reasonOf = (message: string): string => {
  if (message.includes("doesn't match"))
    return "the closing tag doesn't match the last opened block; correct one of the two"
  if (message.startsWith("Invalid path"))
    return "a path may have this, . and .. only at its beginning; correct it"
  if (message.includes("got 'EOF'")) return "a tag or block isn't closed before the end; close it"
  if (message.includes("got 'OPEN_ENDBLOCK'")) return "a closing tag has no open block; remove it"
  if (message.includes("got 'INVERSE'") || message.includes("got 'OPEN_INVERSE_CHAIN'")) {
    return "an else is outside of any block; remove it"
  }
  return "this can't be parsed; check the braces, quotes and names of the tags here and just before"
}

/**
 * Why a template could not be parsed. Omits Handlebars' message, which contains parts of the
 * source.
 */
export const explainSyntaxError = (cause: unknown): string => {
  if (cause instanceof RangeError) return tooDeepBlocks
  if (!hasMessage(cause)) return "this can't be parsed; check its tags"
  const line =
    typeof cause.lineNumber === "number"
      ? cause.lineNumber
      : /on line (\d+)/.exec(cause.message)?.[1]
  return `${line === undefined ? "" : `line ${line}: `}${reasonOf(cause.message)}`
}

export const readTemplate = (source: string): ReadTemplate => {
  if (source.length > maxSourceLength)
    return { problem: `is longer than ${maxSourceLength} characters; shorten it` }
  const problem = findHopeless(source)
  if (problem !== undefined) return { problem }
  try {
    return { program: parse(source) }
  } catch (cause) {
    return { problem: explainSyntaxError(cause) }
  }
}
