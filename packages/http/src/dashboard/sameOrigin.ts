import { parseUrl } from "@telemark/contract"
import { type Answer, jsonAnswer } from "../Answer.js"
import type { RequestParts } from "../requests/IncomingRequest.js"

type Reached = Pick<RequestParts, "header" | "isEncrypted">

/**
 * Whether the browser reaches the server by TLS: directly, as a proxy says, or because the public
 * URL says so.
 */
export const isSecure = ({ header, isEncrypted }: Reached, publicUrl?: string): boolean => {
  const forwarded = header("x-forwarded-proto")?.split(",")[0]?.trim()
  if (forwarded !== undefined) return forwarded === "https"
  return (
    isEncrypted() ||
    (publicUrl !== undefined && publicUrl === `https://${(header("host") ?? "").toLowerCase()}`)
  )
}

/**
 * Whether a request that changes something comes from a page of this server, as the browser says.
 * Pages of other sites can set neither field.
 */
export const isSameOrigin = (reached: Reached, publicUrl?: string): boolean => {
  const { header } = reached
  const site = header("sec-fetch-site")
  if (site !== undefined) return site === "same-origin"
  // Browsers leave the field out where they reach a server without TLS.
  const origin = parseUrl(header("origin") ?? "")
  return (
    origin?.host === (header("host") ?? "").toLowerCase() &&
    // Anybody on the way can put a page at the same host without TLS. The other way round nobody
    // can, and a proxy may not say that it speaks TLS.
    (origin.protocol === "https:" || !isSecure(reached, publicUrl))
  )
}

/** Another site's page wants to change something, or a program that sends no `Origin`. */
export const crossOriginAnswer: Answer = jsonAnswer(403, {
  error: "Cross-origin request",
  message:
    "Only pages of this dashboard may change something with its session. Programs send an API key as `Authorization: Bearer <key>`."
})
