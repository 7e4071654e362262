import { type Finding, type Outcome, together } from "../finding.js"
import type { CodeBlock } from "../markdown/index.js"
import type { Page } from "../pages.js"
import { readOpenApi } from "../reference/index.js"
import { bodies } from "./bodies.js"
import { gone, testedBy } from "./elsewhere.js"
import { problemOfJson } from "./json.js"
import {
  callsServer,
  problemOfMjml,
  problemOfRun,
  problemOfSql,
  type Server,
  startServer
} from "./server/index.js"
import { type Known, problemsOfShell, readCommands, typedIn } from "./shell/index.js"
import { checkTypeScript } from "./typescript.js"

/**
 * Pages whose calls are made, in their order, against a server that has just been started. On
 * others they are read.
 */
const walkthroughs: ReadonlySet<string> = new Set([
  "README.md",
  "docs/getting-started.md",
  "docs/http.md",
  "docs/attachments.md",
  "docs/domains.md"
])

const compiled: ReadonlySet<string> = new Set(["ts", "tsx", "js"])

/** Said behind the language of a block that can't be checked: why not. */
const unchecked = /^skip: \S/

const listed = (blocks: ReadonlyArray<string | undefined>): ReadonlyArray<string> =>
  blocks.flatMap((problem) => problem ?? [])

const problemsOf = async (
  page: Page,
  block: CodeBlock,
  known: Known,
  server: Server
): Promise<ReadonlyArray<string>> => {
  const { language, note, text } = block
  if (language === "text") return []
  if (language === "json") return listed([problemOfJson(text, note, known.bodies)])
  if (language === "xml") return listed([await problemOfMjml(text, server)])
  if (language === "sql") return listed([problemOfSql(text, server)])
  if (language === "console") return problemsOfShell(typedIn(text), page.file, known)
  if (language === "sh") {
    const problems = problemsOfShell(text, page.file, known)
    return problems.length > 0 || !walkthroughs.has(page.file) || !callsServer(text)
      ? problems
      : listed([await problemOfRun(text, server)])
  }
  return [
    language === ""
      ? "says no language: `text` is what isn't code"
      : `nothing checks ${language}: write it in another language, or say why not behind the fence, as in "${language} skip: why"`
  ]
}

const isLeft = (page: Page, block: CodeBlock): boolean =>
  unchecked.test(block.note) || testedBy(page.file, block) !== undefined

const checkOthers = async (pages: ReadonlyArray<Page>): Promise<Outcome> => {
  const commands = readCommands()
  await using server = await startServer()
  const known = { bodies: bodies(readOpenApi()), commands: await commands }
  const findings: Array<Finding> = []
  let checked = 0
  for (const page of pages) {
    for (const block of page.blocks.filter(
      (one) => !compiled.has(one.language) && !isLeft(page, one)
    )) {
      checked++
      const problems = await problemsOf(page, block, known, server)
      findings.push(...problems.map((message) => ({ file: page.file, line: block.line, message })))
    }
  }
  return { checked, findings }
}

/** Whether the tests that look at blocks themselves are still there. */
const checkElsewhere = (): Outcome => {
  const findings = gone().map(({ page, test }): Finding => ({
    file: page,
    line: 1,
    message: `${test}, which is to test its code, is gone or no longer reads it`
  }))
  return { checked: 0, findings }
}

/** The code of all pages: compiled, read or run. */
export const code = async (pages: ReadonlyArray<Page>): Promise<Outcome> => {
  const others = await checkOthers(pages)
  const typescript = checkTypeScript(
    pages.map((page) => [
      page,
      page.blocks.filter((block) => compiled.has(block.language) && !isLeft(page, block))
    ])
  )
  return together([typescript, others, checkElsewhere()])
}

/** The blocks that nobody looks at, by their own words. */
export const leftOut = (pages: ReadonlyArray<Page>): ReadonlyArray<string> =>
  pages.flatMap(({ blocks, file }) =>
    blocks
      .filter(({ note }) => unchecked.test(note))
      .map(({ line, note }) => `${file}:${String(line)}: ${note}`)
  )
