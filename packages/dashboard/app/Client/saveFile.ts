/** Lets the browser save what an address answers. */
export const saveLink = (href: string, fileName: string): void => {
  const link = document.createElement("a")
  link.href = href
  link.download = fileName
  link.click()
}

/**
 * Lets the browser save octets as a file. Its type is that of no document, so that nothing of it is
 * ever shown or run by the dashboard.
 */
export const saveFile = (fileName: string, octets: BlobPart): void => {
  const url = URL.createObjectURL(new Blob([octets], { type: "application/octet-stream" }))
  saveLink(url, fileName)
  // Not at once: the browser reads it after the click.
  setTimeout(() => {
    URL.revokeObjectURL(url)
  }, 60_000)
}
