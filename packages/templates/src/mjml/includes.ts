const maxReported = 20

// Also in comments and mj-raw: another version of MJML might read those.
const include = /<\s*mj-include(?![\w-])/gi

/** A problem for each `mj-include` in the source: templates must not read files of the machine. */
export const includesIn = (source: string): ReadonlyArray<string> =>
  [...source.matchAll(include)].slice(0, maxReported).map(({ index }) => {
    const line = source.slice(0, index).split("\n").length
    return `line ${line}: mj-include isn't supported; replace it with the content that it includes`
  })
