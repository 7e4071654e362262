import { copyFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { readPages, root } from "../pages.js"
import { openApiFile, operationList, readOpenApi, referencePages } from "../reference/index.js"
import { llmsFullText, llmsText, type Source } from "./llms.js"
import { rewritten } from "./rewrite.js"
import { sidebar } from "./sidebar.js"
import { sitePath } from "./sitePath.js"

/** Where the pages of the site are put together; none of it is in the repository. */
export const staged = join(root, "tools/docs/dist/pages")

const write = (file: string, text: string): void => {
  const path = join(staged, file)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

/** Every page of the site: those of the repository, and those made from the OpenAPI document. */
export const sitePages = (): ReadonlyArray<Source> => {
  const document = readOpenApi()
  const written = readPages().flatMap((page) => {
    const path = page.file === "README.md" ? undefined : sitePath(page.file)
    const text =
      path === undefined
        ? ""
        : rewritten(page).replace(/<!-- operations -->[\s\S]*<!-- end -->/, () =>
            operationList(document)
          )
    return path === undefined ? [] : [{ path, title: page.title, text }]
  })
  return [...written, ...referencePages(document)]
}

/** Puts the pages together, and beside them what programs read. */
export const stage = (): void => {
  const pages = sitePages()
  const groups = sidebar()
  rmSync(staged, { recursive: true, force: true })
  for (const { path, text } of pages) {
    write(path, text)
    write(`public/${path}`, text)
  }
  write("public/llms.txt", llmsText(groups, pages))
  write("public/llms-full.txt", llmsFullText(groups, pages))
  copyFileSync(join(root, openApiFile), join(staged, "public/openapi.json"))
}
