import { actingFor, mountUrl, request } from "./client.js"

const save = (href: string, fileName: string): void => {
  const link = document.createElement("a")
  link.href = href
  link.download = fileName
  link.click()
}

/**
 * Saves what the server answers at a path below the mount. The browser streams it to the disk, with the session's cookie; only for another tenant,
 * whose name a link can't carry, it is fetched first.
 */
export const download = async (path: string, fileName: string): Promise<void> => {
  if (actingFor() === undefined) {
    save(new URL(path, mountUrl).href, fileName)
    return
  }
  const response = await request(path)
  if (!response.ok) throw new Error((await response.json().catch(() => ({})) as { readonly message?: string }).message ?? `The server answered ${response.status}.`)
  const url = URL.createObjectURL(await response.blob())
  save(url, fileName)
  // Not at once: the browser reads it after the click.
  setTimeout(() => { URL.revokeObjectURL(url) }, 60_000)
}
