/** Newer engines have it (ECMAScript 2026), and are several times quicker than any other way. */
type FromBase64 = (text: string) => Uint8Array<ArrayBuffer>

const native = (): FromBase64 | undefined => {
  const { fromBase64 } = Uint8Array as { readonly fromBase64?: FromBase64 }
  return fromBase64
}

/** A multiple of four, so that no quartet is cut. */
const piece = 64 * 1024

/** 10 MiB took 25 ms on Node 20 (which has nothing better), as one piece 35, and with effect's `Encoding` 60. */
const fromPieces: FromBase64 = (text) => {
  const compact = /[\t\n\f\r ]/.test(text) ? text.replace(/[\t\n\f\r ]+/g, "") : text
  const padding = compact.indexOf("=")
  // Every piece of its own may end with padding.
  if (padding !== -1 && padding < compact.length - 2) throw new SyntaxError("padding inside base64")
  const octets = new Uint8Array(Math.ceil(compact.length / 4) * 3)
  let length = 0
  for (let from = 0; from < compact.length; from += piece) {
    const binary = atob(compact.slice(from, from + piece))
    for (let at = 0; at < binary.length; at++) octets[length++] = binary.charCodeAt(at)
  }
  return octets.subarray(0, length)
}

/** The octets of base64 (RFC 4648 4); line breaks and missing padding are fine. Undefined if it is something else. */
export const decodeBase64 = (text: string, decode: FromBase64 = native() ?? fromPieces): Uint8Array | undefined => {
  try {
    return decode(text)
  } catch {
    return undefined
  }
}

/** Base64 of octets (RFC 4648 4). */
export const encodeBase64 = (octets: Uint8Array): string => {
  let text = ""
  // A multiple of three, so that only the last piece is padded; and no more arguments than a call takes.
  for (let from = 0; from < octets.length; from += 24_576) {
    text += btoa(String.fromCharCode(...octets.subarray(from, from + 24_576)))
  }
  return text
}
