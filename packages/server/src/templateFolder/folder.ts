import { isKnownFile, normalText } from "./TemplateDocument.js"
import type { FileChange } from "./changes.js"
import type { FileProblem } from "./problems.js"
import { Data, Effect } from "effect"
import { randomUUID } from "node:crypto"
import type { Dirent } from "node:fs"
import { mkdir, readdir, readFile, rename, rm, rmdir, writeFile } from "node:fs/promises"
import { basename, dirname, join } from "node:path"

class FolderNotUsable extends Data.TaggedError("FolderNotUsable")<{
  readonly path: string
  readonly attempt: "read" | "written"
  readonly cause: unknown
}> {
  readonly code = "file_not_usable"

  private get reason(): string | undefined {
    const { cause } = this
    return cause instanceof Error && "code" in cause && typeof cause.code === "string"
      ? cause.code
      : undefined
  }

  get isMissing(): boolean {
    return this.reason === "ENOENT"
  }

  override get message(): string {
    const code = this.reason === undefined ? "" : ` (${this.reason})`
    return `${this.path} can't be ${this.attempt}${code}. Check that it exists and that you may access it.`
  }
}

interface Found {
  readonly path: string
  readonly entry: Dirent
}

const attempt = <A>(attempt: FolderNotUsable["attempt"], path: string, run: () => Promise<A>) =>
  Effect.tryPromise({
    try: run,
    catch: (cause) => new FolderNotUsable({ path, attempt, cause })
  })

const entriesOf = (folder: string) =>
  Effect.map(
    attempt("read", folder, () => readdir(folder, { withFileTypes: true })),
    (entries) =>
      entries
        .filter(({ name }) => !name.startsWith("."))
        .sort((one, other) => (one.name < other.name ? -1 : 1))
  )

/** At most two levels: `locales` and its folders of languages. */
const walk = (root: string, prefix: string): Effect.Effect<ReadonlyArray<Found>, FolderNotUsable> =>
  Effect.gen(function* () {
    const entries = yield* entriesOf(join(root, prefix))
    const found = yield* Effect.forEach(entries, (entry) => {
      const path = `${prefix}${entry.name}`
      const isOurs = path === "locales" || /^locales\/[^/]+$/.test(path)
      return entry.isDirectory() && isOurs
        ? walk(root, `${path}/`)
        : Effect.succeed([{ path, entry }])
    })
    return found.flat()
  })

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

/** Undefined if it isn't UTF-8. */
const textOf = (octets: Uint8Array): string | undefined => {
  try {
    return normalText(utf8.decode(octets))
  } catch {
    return undefined
  }
}

const linked = "must not be a symbolic link: copy the files themselves there"

/** A missing folder has no files. */
export const readFolder = (directory: string, id: string) =>
  Effect.gen(function* () {
    const root = join(directory, id)
    const found = yield* Effect.catchIf(
      walk(root, ""),
      ({ isMissing }) => isMissing,
      () => Effect.succeed([])
    )
    const known = found.filter(({ entry, path }) => entry.isFile() && isKnownFile(path))
    const links = found.filter(({ entry }) => entry.isSymbolicLink())
    const read = yield* Effect.forEach(known, ({ path }) =>
      Effect.map(
        attempt("read", join(root, path), () => readFile(join(root, path))),
        (octets) => ({ path, text: textOf(octets) })
      )
    )
    const noText = read.filter(({ text }) => text === undefined)
    return {
      files: new Map(read.flatMap(({ path, text }) => (text === undefined ? [] : [[path, text]]))),
      ignored: found
        .filter((one) => !known.includes(one) && !links.includes(one))
        .map(({ path }) => `${id}/${path}`),
      problems: [
        ...links.map(({ path }) => ({ file: `${id}/${path}`, reason: linked })),
        ...noText.map(({ path }) => ({ file: `${id}/${path}`, reason: "must be text in UTF-8" }))
      ]
    }
  })

/** The names of subfolders are ids. */
export interface Directory {
  readonly ids: ReadonlyArray<string>
  readonly ignored: ReadonlyArray<string>
  readonly problems: ReadonlyArray<FileProblem>
}

/** Without reading the templates. */
export const readDirectory = (directory: string) =>
  Effect.map(entriesOf(directory), (entries) => ({
    ids: entries.filter((entry) => entry.isDirectory()).map(({ name }) => name),
    ignored: entries
      .filter((entry) => !entry.isDirectory() && !entry.isSymbolicLink())
      .map(({ name }) => name),
    problems: entries
      .filter((entry) => entry.isSymbolicLink())
      .map(({ name }) => ({ file: name, reason: linked }))
  }))

/** Atomically: readers see either the old text or the new one. */
export const writeWhole = (path: string, text: string) => {
  // A random name: in a folder that others may write to, a predictable one could be a link to
  // another file.
  const temporary = join(dirname(path), `.${basename(path)}.${randomUUID()}.tmp`)
  return attempt("written", path, async () => {
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
  attempt("written", join(root, file), async () => {
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
      yield* attempt("written", path, async () => {
        await mkdir(dirname(path), { recursive: true })
      })
      yield* writeWhole(path, after)
    }
  })
