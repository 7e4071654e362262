// Everything a change must pass, the quick things first; stops at the first that fails:
//   node scripts/test.mjs [--only types,lint,effect,vitest] [-- arguments of vitest]
import { existsSync, readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { install, root, run } from "./pnpm.mjs"
import { tally } from "./tally.mjs"

const results = join(root, ".cache/vitest.json")
const split = process.argv.indexOf("--")
const own = process.argv.slice(2, split < 0 ? undefined : split)
const forVitest = split < 0 ? [] : process.argv.slice(split + 1)

const steps = {
  types: () => run("tsc", ["--noEmit", "--incremental", "-p", "tsconfig.json"]),
  lint: () => run("eslint", ["--max-warnings", "0", "--cache", "--cache-location", ".cache/eslint", "."]),
  effect: () =>
    run("effect-language-service", ["diagnostics", "--project", "tsconfig.json", "--format", "text", "--strict"]),
  vitest: () =>
    run("vitest", ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${results}`, ...forVitest])
}

/** Tests that ran; a file that could not be loaded counts as one failure, and so does not coming to the tests. */
const counted = () => {
  if (!existsSync(results)) return { passed: 0, failed: 1 }
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(results, "utf8"))
  const broken = testResults.filter((file) =>
    file.status === "failed" && !file.assertionResults.some((test) => test.status === "failed"))
  return { passed: numPassedTests, failed: numFailedTests + broken.length }
}

const at = own.indexOf("--only")
const names = at < 0 ? Object.keys(steps) : own[at + 1].split(",")
install()
rmSync(results, { force: true })
for (const name of names) {
  console.log(`> ${name}`)
  process.exitCode = steps[name]()
  if (process.exitCode !== 0) {
    console.error(`${name} failed`)
    break
  }
}
if (names.includes("vitest")) {
  const { passed, failed } = counted()
  tally(passed, process.exitCode === 0 ? failed : Math.max(failed, 1))
}
