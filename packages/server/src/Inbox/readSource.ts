/** Octets. Nobody reads more, and browsers take long to lay out megabytes of base64. */
const maxOctets = 256 * 1024

export const readSource = (
  source: Uint8Array
): { readonly text: string; readonly isWhole: boolean } => ({
  text: new TextDecoder().decode(source.subarray(0, maxOctets)),
  isWhole: source.length <= maxOctets
})
