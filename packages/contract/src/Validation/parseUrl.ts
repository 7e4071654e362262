/** Parses a URL; undefined if invalid. Used instead of `URL.canParse`, which in Node 20, once optimized, refuses every URL with a letter like `ü`. */
export const parseUrl = (text: string): URL | undefined => {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}
