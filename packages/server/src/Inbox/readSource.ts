/** Nobody reads more, and a browser takes long to lay out megabytes of base64. */
const maxShownLength = 256 * 1024

/** The beginning of a mail's bytes as text, and whether that is all. */
export const readSource = (source: Uint8Array): { readonly text: string; readonly isWhole: boolean } =>
  ({ text: new TextDecoder().decode(source.subarray(0, maxShownLength)), isWhole: source.length <= maxShownLength })
