import { Schema } from "effect"
import { parseUrl, StorableText } from "../Validation/index.js"

const maxLength = 2048

const problemOf = (text: string): string | undefined => {
  if (text.length > maxLength) return `must be at most ${String(maxLength)} characters`
  // URL parsers drop or repair these, and programs disagree on how.
  if (/[\s\p{Cc}\\]/u.test(text))
    return "must not contain white space, control characters or backslashes"
  const url = parseUrl(text)
  if (url === undefined) return "must be a URL such as https://example.com/hooks"
  const { host, password, protocol, username } = url
  if (!/^https?:\/\/[^/?#]/i.test(text) || (protocol !== "https:" && protocol !== "http:"))
    return "must begin with https:// or http:// and a host"
  if (username !== "" || password !== "" || /^[^/]*\/\/[^/?#]*@/.test(text))
    return "must not contain a user name or password"
  return host === "" ? "must name a host" : undefined
}

/**
 * An endpoint's URL: http or https, at most 2,048 characters, without user info. The network policy
 * decides whether its host may be reached.
 */
export const WebhookUrl = StorableText.pipe(
  Schema.check(
    Schema.makeFilter(problemOf, { jsonSchema: { format: "uri", maxLength: maxLength } })
  )
)
