// A multiple of three, so that parts can be concatenated, and within the maximum number of
// arguments of a call.
const part = 0x6000

export const base64Of = ({ buffer, byteLength, byteOffset }: ArrayBufferView): string => {
  const bytes = new Uint8Array(buffer, byteOffset, byteLength)
  let text = ""
  for (let start = 0; start < bytes.length; start += part)
    text += btoa(String.fromCharCode(...bytes.subarray(start, start + part)))
  return text
}
