import { parseUrl } from "../textRules.js"

export const maxUrlLength = 2048

/** Why a text isn't a URL of http or https that all programs read alike. */
export const webUrlProblem = (text: string, example: string): string | undefined => {
  if (text.length > maxUrlLength) return `must be at most ${String(maxUrlLength)} characters`
  // URL parsers drop or repair these, and programs disagree on how.
  if (/[\s\p{Cc}\\]/u.test(text))
    return "must not contain white space, control characters or backslashes"
  const url = parseUrl(text)
  if (url === undefined) return `must be a URL such as ${example}`
  const { host, password, protocol, username } = url
  if (!/^https?:\/\/[^/?#]/i.test(text) || (protocol !== "https:" && protocol !== "http:"))
    return "must begin with https:// or http:// and a host"
  if (username !== "" || password !== "" || /^[^/]*\/\/[^/?#]*@/.test(text))
    return "must not contain a user name or password"
  return host === "" ? "must name a host" : undefined
}
