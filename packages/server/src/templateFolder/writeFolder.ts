import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import { mkdir, rename, rm, rmdir, writeFile } from "node:fs/promises"
import { basename, dirname, join } from "node:path"
import type { FileChange } from "./changes.js"
import { FolderNotUsable } from "./readFolder.js"

const attempt = (path: string, write: () => Promise<void>) =>
  Effect.tryPromise({
    try: write,
    catch: (cause) => new FolderNotUsable({ path, attempt: "written", cause })
  })

/** Atomically: readers see either the old text or the new one. */
export const writeWhole = (path: string, text: string) => {
  // A random name: in a folder that others may write to, a predictable one could be a link to
  // another file.
  const temporary = join(dirname(path), `.${basename(path)}.${randomUUID()}.tmp`)
  return attempt(path, async () => {
    try {
      await writeFile(temporary, text, { flag: "wx" })
      await rename(temporary, path)
    } catch (error) {
      await rm(temporary, { force: true })
      throw error
    }
  })
}

const removeIfEmpty = (folder: string): Promise<void> => rmdir(folder).catch(() => undefined)

/** With folders left empty, but not the template's folder. */
const remove = (root: string, file: string) =>
  attempt(join(root, file), async () => {
    await rm(join(root, file), { force: true })
    for (let folder = dirname(file); folder.includes("/"); folder = dirname(folder))
      await removeIfEmpty(join(root, folder))
  })

export const applyChanges = (directory: string, changes: ReadonlyArray<FileChange>) =>
  Effect.gen(function* () {
    // On file systems that ignore case, a removed `de-at` and a written `de-AT` are the same file.
    for (const { after, file } of changes) {
      if (after === undefined) yield* remove(directory, file)
    }
    for (const { after, file } of changes) {
      if (after === undefined) continue
      const path = join(directory, file)
      yield* attempt(path, async () => {
        await mkdir(dirname(path), { recursive: true })
      })
      yield* writeWhole(path, after)
    }
  })
