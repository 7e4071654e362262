import type { IncomingMessage } from "node:http"
import type { RequestParts } from "./IncomingRequest.js"

/**
 * The IP address that the connection comes from, whatever the request says; undefined where the
 * host doesn't tell.
 */
export const peerOf = ({ received }: Pick<RequestParts, "received">): string | undefined =>
  (received as Partial<IncomingMessage> | undefined)?.socket?.remoteAddress?.replace(
    /^::ffff:(?=\d+\.)/,
    ""
  )
