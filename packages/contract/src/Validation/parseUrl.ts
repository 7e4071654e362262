/**
 * Parses a URL; undefined if invalid. Used instead of `URL.canParse`, which in Node 20, once
 * optimized, refuses every URL with a letter like `ü`.
 */
export const parseUrl = (text: string): URL | undefined => {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}

/**
 * Parses the address of a web page: an absolute http or https URL without user information.
 * Undefined for anything else.
 */
export const parseWebUrl = (text: string): URL | undefined => {
  const url = parseUrl(text)
  if (url === undefined || url.username !== "" || url.password !== "") return undefined
  return url.protocol === "https:" || url.protocol === "http:" ? url : undefined
}
