/** Reads base64, in pieces, so that the page answers meanwhile. */
export const octetsOf = async (base64: string): Promise<Blob> => {
  // 48 kB at a time, a multiple of 4 characters.
  const size = 65_536
  const pieces: Array<Uint8Array<ArrayBuffer>> = []
  for (let from = 0; from < base64.length; from += size) {
    pieces.push(
      Uint8Array.from(atob(base64.slice(from, from + size)), (character) => character.charCodeAt(0))
    )
    if (pieces.length % 16 === 0)
      await new Promise((resolve) => {
        setTimeout(resolve)
      })
  }
  return new Blob(pieces)
}
