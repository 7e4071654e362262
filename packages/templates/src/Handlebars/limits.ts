/** Most characters of one part. What MJML makes of a source of 256 KiB is longer than the source. */
export const maxSourceLength = 1024 * 1024

/** Most tags of one part: merge tags, blocks, comments and parenthesised expressions. */
export const maxStatements = 2000

/** How deep blocks may stand in each other. */
export const maxNesting = 20

/** How deep blocks may stand in each other when each `{{else if}}` counts as a block inside the one before. */
export const maxChainedNesting = 100

/** How deep parenthesised expressions may stand in each other. */
export const maxExpressionDepth = 10

/** Most names in one path. */
export const maxPathLength = 20

/** Most characters of the code of one part: running 5 million for the first time takes half a second. */
export const maxCodeLength = 1_500_000

/** Most list items gone through in one rendering, over all its lists. */
export const maxIterations = 100_000

/** Most steps of one rendering. A merge tag takes about three. */
export const maxWork = 1_000_000

/** Most characters that one rendering may come to. */
export const maxOutput = 2 * 1024 * 1024

/** How deep a list of lists may go that is written out as text. */
export const maxListDepth = 100
