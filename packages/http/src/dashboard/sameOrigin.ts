import { parseUrl } from "@telemark/contract"
import { type Answer, jsonAnswer } from "../Answer.js"
import type { RequestParts } from "../requests/IncomingRequest.js"

type Reached = Pick<RequestParts, "header" | "isEncrypted">

/** Whether the browser reaches the server by TLS. */
export const isSecure = ({ header, isEncrypted }: Reached, publicUrl?: string): boolean => {
  const forwarded = header("x-forwarded-proto")?.split(",")[0]?.trim()
  if (forwarded !== undefined) return forwarded === "https"
  return (
    isEncrypted() ||
    (publicUrl !== undefined && publicUrl === `https://${(header("host") ?? "").toLowerCase()}`)
  )
}

/**
 * Whether a change comes from a page of this server. Pages of other sites can set neither field.
 */
export const isSameOrigin = (reached: Reached, publicUrl?: string): boolean => {
  const { header } = reached
  const site = header("sec-fetch-site")
  if (site !== undefined) return site === "same-origin"
  // Without TLS, browsers leave it out.
  const origin = parseUrl(header("origin") ?? "")
  return (
    origin?.host === (header("host") ?? "").toLowerCase() &&
    // Anybody on the way can put a page at the same host without TLS. A proxy may not say that it
    // speaks TLS.
    (origin.protocol === "https:" || !isSecure(reached, publicUrl))
  )
}

export const crossOriginAnswer: Answer = jsonAnswer(403, {
  error: "Cross-origin request",
  message:
    "Only pages of this dashboard may change something with its session. Programs send an API key as `Authorization: Bearer <key>`."
})
