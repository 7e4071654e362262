/**
 * Maximum characters of one part. The HTML that MJML makes of 256 KiB is longer than its source.
 */
export const maxSourceLength = 1024 * 1024

/** Of one part: merge tags, blocks, comments and parenthesised expressions. */
export const maxStatements = 2000

/** Of blocks. */
export const maxNesting = 20

/** Maximum nesting of blocks if each `{{else if}}` counts as nested in the previous block. */
export const maxChainedNesting = 100

/** Of parenthesised expressions. */
export const maxExpressionDepth = 10

/** Names. */
export const maxPathLength = 20

/** Maximum characters of one part's code: the first run of 5 million takes half a second. */
export const maxCodeLength = 1_500_000

/** Of a rendering, over all lists. */
export const maxIterations = 100_000

/** Maximum steps per rendering. A merge tag takes about three. */
export const maxWork = 1_000_000

/** Characters of a rendering. */
export const maxOutput = 2 * 1024 * 1024

/** Of lists printed as text. */
export const maxListDepth = 100

/** A template can't be rendered with the given data. */
export class RenderRefused extends Error {
  override readonly name = "RenderRefused"

  /** `reason` completes a sentence about the template. It says what to do and repeats no data. */
  constructor(readonly reason: string) {
    super(reason)
  }
}
