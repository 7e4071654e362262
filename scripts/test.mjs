// What a change must pass:
//   node scripts/test.mjs [--all] [--only format,types,pages,lint,effect,vitest] [--shard 1/2]
//     [files and arguments of vitest]
// By default what is quick: format, types, lint and most tests. With --all what is left: Effect
// diagnostics, and the tests that need Postgres, start servers or take long. Files choose among all
// tests; arguments of vitest that begin with a dash come after `--`.
// On several machines, each runs its share: `npm run test:all -- --shard 1/2` on one, 2/2 on the
// other. What isn't a test runs in the first.
import { existsSync, readFileSync, rmSync } from "node:fs"
import { availableParallelism } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { listenTo } from "./inParallel.mjs"
import { install, root } from "./pnpm.mjs"
import { printSlowest } from "./printSlowest.mjs"
import { problemsFile } from "./problemsReporter.mjs"
import { tally } from "./tally.mjs"

const results = join(root, ".cache/vitest.json")
const {
  positionals: forVitest,
  values: { all: isAll, only, shard }
} = parseArgs({
  allowPositionals: true,
  options: {
    all: { type: "boolean", default: false },
    only: { type: "string" },
    shard: { type: "string", default: "1/1" }
  }
})

const [share, shares] = shard.split("/").map(Number)
if (!/^\d+\/\d+$/.test(shard) || share < 1 || share > shares) {
  console.error(`--shard is a share of all, such as 1/2, and not "${shard}"`)
  process.exit(1)
}

/** TypeScript 7: three times as fast as the one at the root, whose JavaScript API others need. */
const typeCheck = join(root, "tools/types/node_modules/.bin/tsc")

const checks = {
  types: [typeCheck, "--noEmit", "--incremental", "-p", "tsconfig.json"],
  // Pages for browsers have other globals than what runs in Node.
  pages: [typeCheck, "--noEmit", "-p", "packages/dashboard/app/tsconfig.json"],
  format: ["oxfmt", "--check", "."],
  // Examples find types in builds alone: scripts/check-examples.mjs lints them.
  lint: ["oxlint", "--ignore-pattern=examples/**"],
  effect: ["node", "tools/types/effectDiagnostics.mjs"]
}

const usual = isAll ? ["effect", "vitest"] : ["format", "types", "pages", "lint", "vitest"]
const names = only?.split(",") ?? (forVitest.length > 0 ? ["vitest"] : usual)
const unknown = names.filter((name) => name !== "vitest" && !Object.hasOwn(checks, name))
if (unknown.length > 0) {
  console.error(
    `There is no step "${unknown.join(",")}": ${Object.keys(checks).join(", ")}, vitest`
  )
  process.exit(1)
}

/** One check after the other, up to the first that fails: each needs a gigabyte and more. */
const runChecks = async (say) => {
  // They look at the whole, whatever share of the tests runs here.
  if (share > 1) return 0
  for (const name of names.filter((name) => Object.hasOwn(checks, name))) {
    const [command, ...args] = checks[name]
    const code = await listenTo(command, args, say)
    say(`> ${name} ${code === 0 ? "passed" : "failed"}\n`)
    if (code !== 0) return code
  }
  return 0
}

const runTests = () => {
  const projects = forVitest.length > 0 ? [] : isAll ? ["slow", "external", "built"] : ["unit"]
  // These wait for processes and servers for half of their time.
  const workers = isAll ? String(availableParallelism() + 3) : undefined
  const args = [
    "run",
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${results}`,
    "--reporter=./scripts/problemsReporter.mjs",
    ...projects.flatMap((name) => ["--project", name]),
    ...(shares > 1 ? [`--shard=${shard}`] : []),
    ...(workers === undefined ? [] : [`--maxWorkers=${workers}`]),
    ...forVitest
  ]
  return listenTo("vitest", args, console.error, { stdio: ["ignore", "inherit", "inherit"] })
}

/**
 * Tests that ran; a file that could not be loaded counts as one failure, and so does not coming to
 * the tests.
 */
const counted = () => {
  if (!existsSync(results)) return { passed: 0, failed: 1, files: [] }
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(results, "utf8"))
  const broken = testResults.filter(
    (file) =>
      file.status === "failed" && !file.assertionResults.some((test) => test.status === "failed")
  )
  return { passed: numPassedTests, failed: numFailedTests + broken.length, files: testResults }
}

install()
for (const file of [results, problemsFile]) rmSync(file, { force: true })
// The checks first: they take both cores for half a minute, and twice as long beside the tests.
const checked = await runChecks((text) => process.stdout.write(text))
const hasTests = names.includes("vitest")
const tested = hasTests ? await runTests() : 0
process.exitCode = checked === 0 ? tested : checked
if (hasTests) {
  const { failed, files, passed } = counted()
  printSlowest(files)
  for (const problem of existsSync(problemsFile)
    ? JSON.parse(readFileSync(problemsFile, "utf8"))
    : [])
    console.log(`\nFailed: ${problem}`)
  // A check that failed counts as one failure, and so do tests that did not come to their end.
  const isEnded = tested === 0 || failed > 0
  if (!isEnded) console.log(`\nvitest ended with code ${tested}, although no test failed.`)
  tally(passed, failed + (checked === 0 ? 0 : 1) + (isEnded ? 0 : 1))
}
