import { maxMessageBytes } from "@telemark/feedback"
import { Effect } from "effect"
import type { Dir } from "node:fs"
import { open, opendir, rename, unlink } from "node:fs/promises"
import { join } from "node:path"
import type { Disposal } from "../settings/imapUrl.js"
import { batchSize, type Fate, type ReadOptions, SourceFailed, sourceFailed } from "./MailSource.js"

type Folder = "new" | "cur"

interface MaildirFile {
  readonly folder: Folder
  readonly name: string
}

/** What goes from new to cur meanwhile isn't read twice. */
const folders: ReadonlyArray<Folder> = ["cur", "new"]

const readFront = async (path: string) => {
  const file = await open(path).catch((error: unknown) => {
    // Another program moved it meanwhile.
    if (typeof error === "object" && error !== null && "code" in error && error.code === "ENOENT")
      return undefined
    throw error
  })
  if (file === undefined) return undefined
  try {
    const buffer = Buffer.alloc(maxMessageBytes)
    let length = 0
    for (;;) {
      const { bytesRead } = await file.read(buffer, length, maxMessageBytes - length, length)
      length += bytesRead
      if (bytesRead === 0 || length === maxMessageBytes)
        return Buffer.from(buffer.subarray(0, length))
    }
  } finally {
    await file.close()
  }
}

/** With the flag S, seen. Flags are in the order of their letters. */
const seenName = (name: string): string => {
  const at = name.indexOf(":2,")
  const [unique, flags] = at === -1 ? [name, ""] : [name.slice(0, at), name.slice(at + 3)]
  return `${unique}:2,${[...new Set(`${flags}S`)].sort().join("")}`
}

const dispose = async (
  root: string,
  { folder, name }: MaildirFile,
  fate: Fate,
  disposal: Disposal
): Promise<void> => {
  if (disposal._tag === "Keep" || fate === "waiting") return
  const path = join(root, folder, name)
  if (disposal._tag === "Delete" && fate === "settled") await unlink(path)
  else if (folder === "new" || name !== seenName(name))
    await rename(path, join(root, "cur", seenName(name)))
}

/** One by one; there may be millions. */
const filesOf = async function* (
  opened: ReadonlyArray<readonly [Folder, Dir]>
): AsyncGenerator<MaildirFile, void> {
  for (const [folder, directory] of opened) {
    for (let entry = await directory.read(); entry !== null; entry = await directory.read()) {
      if (!entry.name.startsWith(".") && !entry.isDirectory()) yield { folder, name: entry.name }
    }
  }
}

const openFolders = async (root: string) => {
  const opened: Array<readonly [Folder, Dir]> = []
  for (const folder of folders) {
    const directory = await opendir(join(root, folder)).catch((error: unknown) => {
      if (typeof error === "object" && error !== null && "code" in error && error.code === "ENOENT")
        return undefined
      throw error
    })
    if (directory !== undefined) opened.push([folder, directory])
  }
  return opened
}

/**
 * The messages of a Maildir, until the scope closes. Those that others move meanwhile may be
 * missing.
 */
export const maildirSource = (root: string, { all, disposal }: ReadOptions) =>
  Effect.gen(function* () {
    const failed = sourceFailed(root)
    const opened = yield* Effect.acquireRelease(
      Effect.tryPromise({ try: () => openFolders(root), catch: failed }),
      (directories) =>
        Effect.promise(() =>
          Promise.all(directories.map(([, directory]) => directory.close().catch(() => {})))
        )
    )
    if (opened.length === 0)
      return yield* new SourceFailed({
        path: root,
        reason: "it is a folder, but no Maildir with new or cur in it"
      })
    const files = filesOf(opened)
    let skipped = 0
    const take = async () => {
      const batch: Array<{ readonly file: MaildirFile; readonly message: Uint8Array }> = []
      while (batch.length < batchSize) {
        const next = await files.next()
        if (next.done === true) break
        // A message that was just marked is listed again under its new name.
        if (!all && next.value.folder === "cur" && next.value.name === seenName(next.value.name)) {
          skipped++
          continue
        }
        const message = await readFront(join(root, next.value.folder, next.value.name))
        if (message !== undefined) batch.push({ file: next.value, message })
      }
      return batch
    }
    return {
      next: Effect.map(Effect.tryPromise({ try: take, catch: failed }), (batch) =>
        batch.length === 0
          ? undefined
          : {
              messages: batch.map(({ message }) => message),
              dispose: (fates: ReadonlyArray<Fate>) =>
                Effect.tryPromise({
                  try: async () => {
                    for (const [index, { file }] of batch.entries())
                      await dispose(root, file, fates[index] ?? "waiting", disposal)
                  },
                  catch: failed
                })
            }
      ),
      skipped: () => skipped
    }
  })
