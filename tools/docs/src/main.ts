// The documentation:  main.ts stage | build | check
//   stage  puts the pages of the site together
//   build  makes the site, in dist/site
//   check  makes it, follows the links of all pages and compiles or runs their code
import { fileURLToPath } from "node:url"
import { code, leftOut } from "./code/index.js"
import { lineOf, type Outcome } from "./finding.js"
import { links } from "./links/index.js"
import { readPages } from "./pages.js"
import { stage } from "./site/index.js"

const build = async (): Promise<void> => {
  stage()
  const vitepress = await import("vitepress")
  await vitepress.build(fileURLToPath(new URL("..", import.meta.url)))
}

const report = (title: string, { checked, findings }: Outcome): Outcome => {
  for (const finding of findings) console.error(lineOf(finding))
  console.log(`${findings.length === 0 ? "ok" : "FAILED"}: ${title}, ${String(checked)} checked`)
  return { checked, findings }
}

const check = async (): Promise<void> => {
  const pages = readPages()
  const outcomes = [report("links", links(pages)), report("code", await code(pages))]
  for (const one of leftOut(pages)) console.log(`left out: ${one}`)
  const built = await build().then(
    () => true,
    (error: unknown) => {
      console.error(error)
      return false
    }
  )
  console.log(`${built ? "ok" : "FAILED"}: the site builds`)
  const failed = outcomes.reduce((sum, { findings }) => sum + findings.length, built ? 0 : 1)
  const checked = outcomes.reduce((sum, one) => sum + one.checked, 1)
  console.log(`\n${String(Math.max(checked - failed, 0))} passed, ${String(failed)} failed`)
  process.exitCode = failed > 0 ? 1 : 0
}

const [command] = process.argv.slice(2)
if (command === "check") await check()
else if (command === "build") await build()
else stage()
