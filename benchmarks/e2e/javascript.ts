import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import typescript from "typescript"
import { atEnd } from "../src/lifetime.js"

const sources = fileURLToPath(new URL("baseline/", import.meta.url))
/** Where the packages are found that it imports. */
const cache = fileURLToPath(new URL("../node_modules/.cache/", import.meta.url))

let compiled: Promise<string> | undefined

const compile = async (): Promise<string> => {
  await mkdir(cache, { recursive: true })
  const folder = await mkdtemp(join(cache, "baseline-"))
  atEnd(() => rm(folder, { recursive: true, force: true }))
  await writeFile(join(folder, "package.json"), `{"type":"module"}`)
  for (const name of (await readdir(sources)).filter((file) => file.endsWith(".ts"))) {
    const { outputText } = typescript.transpileModule(await readFile(join(sources, name), "utf8"), {
      compilerOptions: {
        module: typescript.ModuleKind.ESNext,
        target: typescript.ScriptTarget.ES2022,
        verbatimModuleSyntax: true
      }
    })
    await writeFile(join(folder, name.replace(/\.ts$/, ".js")), outputText)
  }
  return folder
}

/**
 * The baseline as JavaScript, so that it runs as `telemark` does: without a loader in its process.
 * Answers the path of the program.
 */
export const baselineProgram = async (): Promise<string> =>
  join(await (compiled ??= compile()), "main.js")
