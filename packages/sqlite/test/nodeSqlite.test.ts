import { expect, it } from "@effect/vitest"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { onTestFinished } from "vitest"

const root = fileURLToPath(new URL("../../..", import.meta.url))

interface Results {
  readonly numPassedTests: number
  readonly testResults: ReadonlyArray<{
    readonly message: string
    readonly assertionResults: ReadonlyArray<{
      readonly fullName: string
      readonly status: string
      readonly failureMessages: ReadonlyArray<string>
    }>
  }>
}

/** The oldest supported Node has no SQLite, so these tests run on another one. */
it("does on the SQLite of Node what it does on better-sqlite3", async () => {
  const folder = await mkdtemp(join(tmpdir(), "telemark-node-sqlite-"))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const results = join(folder, "results.json")
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(?:VITEST|NODE_OPTIONS)/.test(name))
  )
  const vitest = spawn(
    process.execPath,
    [
      "scripts/onNode.mjs",
      "24",
      "node_modules/vitest/vitest.mjs",
      "run",
      "--project=nodeSqlite",
      "--reporter=json",
      `--outputFile=${results}`
    ],
    { cwd: root, env, stdio: ["ignore", "inherit", "inherit"] }
  )
  await once(vitest, "close")
  const { numPassedTests, testResults } = JSON.parse(await readFile(results, "utf8")) as Results
  const failed = testResults.flatMap(({ assertionResults, message }) => [
    ...(message === "" ? [] : [message]),
    ...assertionResults
      .filter(({ status }) => status === "failed")
      .map(({ failureMessages, fullName }) => [fullName, ...failureMessages].join("\n"))
  ])
  expect(failed).toEqual([])
  expect(numPassedTests).toBeGreaterThan(400)
})
