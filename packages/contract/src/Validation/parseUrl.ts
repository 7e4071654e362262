/**
 * The URL that a text is; undefined if it is none. For use instead of `URL.canParse`: in Node 20, once the compiler has optimized its
 * caller, that refuses every URL with a letter such as `ü`.
 */
export const parseUrl = (text: string): URL | undefined => {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}
