import { actingFor, mountUrl, request } from "./client.js"
import { readRefusal } from "./readRefusal.js"
import { saveFile, saveLink } from "./saveFile.js"

/**
 * Saves what the server answers at a path below the mount. The browser streams it to the disk, with
 * the session's cookie; only for another tenant, whose name a link can't carry, it is fetched
 * first.
 */
export const download = async (path: string, fileName: string): Promise<void> => {
  if (actingFor() === undefined) {
    saveLink(new URL(path, mountUrl).href, fileName)
    return
  }
  const response = await request(path)
  if (!response.ok) throw await readRefusal(response)
  saveFile(fileName, await response.blob())
}
