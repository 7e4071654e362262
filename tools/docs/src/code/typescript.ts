import { existsSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import type { Finding, Outcome } from "../finding.js"
import type { CodeBlock } from "../markdown/index.js"
import { type Page, root } from "../pages.js"
import { type Application, modulesOf } from "./modules.js"
import { namesOf } from "./names.js"
import { compile, type VirtualFile } from "./program.js"

/** A virtual file, and where its code is on a page. */
interface Placed extends VirtualFile {
  readonly page: string
  readonly block: CodeBlock
}

/** Whose dependencies the blocks of every page may use: they show what a host has installed. */
const hosts = [
  "tools/docs",
  "packages/telemark",
  "tools/mounts",
  "packages/server",
  "packages/client",
  "packages/testing"
].map((folder) => join(root, folder))

const applicationAt = (path: string): ReadonlyArray<Application> =>
  existsSync(path)
    ? [
        {
          names: namesOf(readFileSync(path, "utf8"), false).exported,
          specifier: path.replace(/\.ts$/, ".js")
        }
      ]
    : []

/**
 * What the reader has: for a section `preludes/docs/page/section.ts`, for a page
 * `preludes/docs/page.ts`, everywhere `preludes/application.ts`.
 */
const applicationsOf = (file: string, { section }: CodeBlock): ReadonlyArray<Application> => {
  const folder = join(root, "tools/docs/preludes")
  const page = join(folder, file.replace(/\.md$/, ""))
  return [join(page, `${section}.ts`), `${page}.ts`, join(folder, "application.ts")].flatMap(
    applicationAt
  )
}

const filesOf = (page: Page, blocks: ReadonlyArray<CodeBlock>): ReadonlyArray<Placed> => {
  const name = (index: number): string =>
    `${page.file.replace(/^.*\//, "").replace(/\.md$/, "")}.block${String(index)}`
  const sources = blocks.map((block) => ({
    code: block.text,
    isTsx: block.language === "tsx",
    applications: applicationsOf(page.file, block)
  }))
  return modulesOf(sources, (index) => `./${name(index)}.js`).flatMap(({ code }, index) => {
    const block = blocks[index]
    if (block === undefined) return []
    const path = join(root, dirname(page.file), `${name(index)}.${block.language}`)
    return [{ path, code, dependencies: hosts, page: page.file, block }]
  })
}

/** Whether the blocks in TypeScript and JavaScript compile against the packages. */
export const checkTypeScript = (
  pages: ReadonlyArray<readonly [Page, ReadonlyArray<CodeBlock>]>
): Outcome => {
  const files = pages.flatMap(([page, blocks]) => filesOf(page, blocks))
  const byPath = new Map(files.map((file) => [file.path, file]))
  const findings = compile(files).flatMap(({ line, message, path }): ReadonlyArray<Finding> => {
    const file = byPath.get(path)
    return file === undefined
      ? []
      : [{ file: file.page, line: file.block.line + 1 + line, message }]
  })
  return { checked: files.length, findings }
}
