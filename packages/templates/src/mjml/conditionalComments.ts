/** One that isn't closed ends with the source, so that looking for them takes linear time. */
const comment = /<!--[\s\S]*?(?:-->|$)/g

/** `<!--[if mso]>…<![endif]-->`, and both halves of `<!--[if !mso]><!-->…<!--<![endif]-->`. */
const isConditional = /\[if\s|\[endif\]|^<!--kept:/

const ofMjml = /<\/?mj(?:ml|-)/i

const maxReported = 20

const kept = /<!--kept:(\d+)\s*-->/g

interface ConditionalComments {
  /** With line numbers. */
  readonly problems: ReadonlyArray<string>
  /** The source with a plain comment for each of them, on as many lines. */
  readonly source: string
  /** Puts them back as the author wrote them. */
  readonly restore: (html: string) => string
}

/**
 * Takes Outlook's comments out of MJML. MJML rewrites these comments in its output by patterns,
 * which don't tell its own from the author's: it drops the end of one before the start of another.
 */
export const takeConditionalComments = (mjml: string): ConditionalComments => {
  const comments: Array<string> = []
  const problems: Array<string> = []
  const source = mjml.replace(comment, (text, position: number) => {
    if (!isConditional.test(text)) return text
    if (problems.length < maxReported && ofMjml.test(text))
      problems.push(
        `line ${mjml.slice(0, position).split("\n").length}: the comment for Outlook contains MJML, which isn't compiled there: end it with <![endif]--> in the same element, and begin another behind the MJML`
      )
    const lines = text.split("\n").length - 1
    return `<!--kept:${comments.push(text) - 1}${"\n".repeat(lines)}-->`
  })
  return {
    problems,
    source,
    restore: (html) => html.replace(kept, (_, index: string) => comments[Number(index)] ?? "")
  }
}
