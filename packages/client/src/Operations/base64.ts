// A multiple of three, so that the parts can stand one after the other; and no more arguments than a call may have.
const part = 0x6000

/** The bytes that a view shows, as base64 (RFC 4648 4). */
export const base64Of = ({ buffer, byteLength, byteOffset }: ArrayBufferView): string => {
  const bytes = new Uint8Array(buffer, byteOffset, byteLength)
  let text = ""
  for (let start = 0; start < bytes.length; start += part) text += btoa(String.fromCharCode(...bytes.subarray(start, start + part)))
  return text
}
