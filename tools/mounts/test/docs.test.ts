import { readdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { expect, it } from "vitest"

const page = new URL("../../../docs/mounts.md", import.meta.url)
const folder = fileURLToPath(new URL("../snippets", import.meta.url))

/**
 * The compiler sees the snippets, as parts of this repository: in Next.js imports have no ending.
 */
const asInNext = (code: string): string =>
  code.replace(/(from |import\()"(\.{1,2}\/.*)\.js"/g, '$1"$2"')

it("shows code that was compiled, line by line", async () => {
  const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith(".ts"))
  const snippets = await Promise.all(
    files.map(async (name) => {
      const code = await readFile(join(folder, name), "utf8")
      return name.startsWith("next") ? asInNext(code) : code
    })
  )
  const shown = [...(await readFile(page, "utf8")).matchAll(/```ts\n([\s\S]*?)```/g)].map(
    ([, code]) => code
  )
  expect([...shown].sort()).toEqual([...snippets].sort())
})
