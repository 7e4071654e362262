/** Lets the browser save octets as a file. Its type is that of no document, so that nothing of it is ever shown or run by the dashboard. */
export const save = (filename: string, octets: BlobPart): void => {
  const url = URL.createObjectURL(new Blob([octets], { type: "application/octet-stream" }))
  const link = document.createElement("a")
  link.href = url
  link.download = filename
  link.click()
  setTimeout(() => { URL.revokeObjectURL(url) }, 10_000)
}

/** Reads base64, in pieces, so that the page answers meanwhile. */
export const octetsOf = async (base64: string): Promise<Blob> => {
  // 48 kB at a time, a multiple of 4 characters.
  const size = 65_536
  const pieces: Array<Uint8Array<ArrayBuffer>> = []
  for (let from = 0; from < base64.length; from += size) {
    pieces.push(Uint8Array.from(atob(base64.slice(from, from + size)), (character) => character.charCodeAt(0)))
    if (pieces.length % 16 === 0) await new Promise((resolve) => { setTimeout(resolve) })
  }
  return new Blob(pieces)
}
