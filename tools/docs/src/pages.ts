import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { type Parsed, parse } from "./markdown/index.js"

/** The root of the repository. */
export const root = fileURLToPath(new URL("../../..", import.meta.url))

/** A Markdown file of the repository. */
export interface Page extends Parsed {
  /** Its path from the root: `docs/embedding.md`. */
  readonly file: string
  readonly text: string
}

const markdownIn = (folder: string): ReadonlyArray<string> =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith(".md"))
    .sort()
    .map((name) => join(folder, name))

const readmesIn = (folder: string): ReadonlyArray<string> =>
  readdirSync(join(root, folder))
    .sort()
    .map((name) => join(folder, name, "README.md"))
    .filter((file) => existsSync(join(root, file)))

/** Reads one. */
export const readPage = (file: string): Page => {
  const text = readFileSync(join(root, file), "utf8")
  return { file, text, ...parse(text) }
}

/**
 * Every page that people read: the documentation, and what stands in the folders of the repository.
 */
export const readPages = (): ReadonlyArray<Page> =>
  [
    "README.md",
    "CONTRIBUTING.md",
    ...readmesIn("."),
    ...markdownIn("docs"),
    ...markdownIn("docs/decisions"),
    ...readmesIn("packages"),
    ...readmesIn("examples"),
    ...readmesIn("tools")
  ].map(readPage)
