import { isAscii } from "node:buffer"

const emptyLine = Buffer.from("\r\n\r\n")

/** A complete mail, split at the empty line after its head. */
interface SplitSource {
  /** The header fields, without the empty line. */
  readonly head: string
  /** A character for each octet. */
  readonly body: string
  readonly isEightBit: boolean
}

/** The lines of a mail end with CRLF. */
export const splitSource = (source: Uint8Array): SplitSource => {
  const octets = Buffer.from(source.buffer, source.byteOffset, source.length)
  const at = octets.indexOf(emptyLine)
  const [head, body] =
    at < 0
      ? [octets, octets.subarray(octets.length)]
      : [octets.subarray(0, at + 2), octets.subarray(at + 4)]
  return {
    head: head.toString("utf8"),
    body: body.toString("latin1"),
    isEightBit: !isAscii(body)
  }
}
