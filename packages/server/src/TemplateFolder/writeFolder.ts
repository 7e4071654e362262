import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import { mkdir, rename, rm, rmdir, writeFile } from "node:fs/promises"
import { basename, dirname, join } from "node:path"
import type { FileChange } from "./changes.js"
import { FolderNotUsable } from "./FolderNotUsable.js"

const attempt = (path: string, write: () => Promise<void>): Effect.Effect<void, FolderNotUsable> =>
  Effect.tryPromise({ try: write, catch: (cause) => new FolderNotUsable({ path, attempt: "written", cause }) })

/** Writes a text whole or not at all: whoever reads the file sees the old text or the new one. */
export const writeWhole = (path: string, text: string): Effect.Effect<void, FolderNotUsable> => {
  // In a folder that others may write to, a name they can guess could be a link to another file by now.
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

/** A folder that still holds something stays. */
const removeIfEmpty = (folder: string): Promise<void> => rmdir(folder).catch(() => undefined)

/** The folder of the template itself stays. */
const remove = (root: string, file: string): Effect.Effect<void, FolderNotUsable> =>
  attempt(join(root, file), async () => {
    await rm(join(root, file), { force: true })
    for (let folder = dirname(file); folder.includes("/"); folder = dirname(folder)) await removeIfEmpty(join(root, folder))
  })

/** Brings files to what the changes say, below the folder of all templates; folders are made as needed. */
export const applyChanges = (directory: string, changes: ReadonlyArray<FileChange>): Effect.Effect<void, FolderNotUsable> =>
  Effect.gen(function*() {
    // Where letters' case doesn't count, a removed `de-at` and a written `de-AT` are one file: first come the removals.
    for (const { after, file } of changes) {
      if (after === undefined) yield* remove(directory, file)
    }
    for (const { after, file } of changes) {
      if (after === undefined) continue
      const path = join(directory, file)
      yield* attempt(path, async () => { await mkdir(dirname(path), { recursive: true }) })
      yield* writeWhole(path, after)
    }
  })
