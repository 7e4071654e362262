import { mkdirSync, writeFileSync } from "node:fs"
import { dirname, join, relative } from "node:path"
import { root } from "./pnpm.mjs"

export const problemsFile = join(root, ".cache/problems.json")

const firstLines = ({ message = "", stack = "" }) =>
  [message, ...stack.split("\n").slice(1, 4)].join("\n").slice(0, 1_000)

/**
 * A reporter for vitest: writes down each test and file that failed, and each error that belongs to
 * none, such as a process that was blocked for longer than vitest waits. vitest prints them before
 * all else, where the end of a log doesn't show them.
 */
export default class {
  onTestRunEnd(modules, unhandledErrors) {
    const failures = modules.flatMap((module) => {
      const file = relative(root, module.moduleId)
      const tests = [...module.children.allTests("failed")].map(
        (test) => `${file} > ${test.fullName}\n${test.result().errors.map(firstLines).join("\n")}`
      )
      return [...module.errors().map((error) => `${file}\n${firstLines(error)}`), ...tests]
    })
    mkdirSync(dirname(problemsFile), { recursive: true })
    writeFileSync(
      problemsFile,
      JSON.stringify([
        ...failures,
        ...unhandledErrors.map((error) => `Unhandled error\n${firstLines(error)}`)
      ])
    )
  }
}
