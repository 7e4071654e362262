/** A JSON object (RFC 8259 4) whose members are unchecked. */
export type JsonObject = Readonly<Record<string, unknown>>

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)

// A multiple of three, so that parts can be concatenated, within the maximum number of arguments.
const part = 0x6000

export const base64Of = ({ buffer, byteLength, byteOffset }: ArrayBufferView): string => {
  const bytes = new Uint8Array(buffer, byteOffset, byteLength)
  let text = ""
  for (let start = 0; start < bytes.length; start += part)
    text += btoa(String.fromCharCode(...bytes.subarray(start, start + part)))
  return text
}
