const maxReported = 20

// Anywhere at all, in comments and mj-raw too: what reads no file today may do so with another version of MJML.
const include = /<\s*mj-include(?![\w-])/gi

/** A problem for each `mj-include` in the source, wherever it stands. Files of the machine are nobody's to read. */
export const includesIn = (source: string): ReadonlyArray<string> =>
  [...source.matchAll(include)].slice(0, maxReported).map(({ index }) => {
    const line = source.slice(0, index).split("\n").length
    return `line ${line}: mj-include isn't available; put what it includes in its place`
  })
