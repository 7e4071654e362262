import type { RelayEnvelope } from "@telemark/core"
import type { Composed } from "./compose.js"

const endOfHead = Buffer.from("\r\n\r\n")

/** A mail that was composed before, as it is sent: octet for octet. */
export const asComposed = ({ from, to }: RelayEnvelope, source: Uint8Array): Composed => {
  const octets = Buffer.from(source.buffer, source.byteOffset, source.length)
  const at = octets.indexOf(endOfHead)
  const [head, body] =
    at < 0
      ? [octets, octets.subarray(octets.length)]
      : [octets.subarray(0, at + 2), octets.subarray(at + 4)]
  return {
    from,
    to,
    returnPath: undefined,
    mail: { head: head.toString("utf8"), body: [body.toString("latin1")] }
  }
}
