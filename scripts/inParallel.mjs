import { spawn } from "node:child_process"
import { availableParallelism } from "node:os"
import { environment, root } from "./pnpm.mjs"

/** Works on as many items at once as there are cores; resolves to the results, in order. */
export const inParallel = async (items, work) => {
  const results = []
  const left = [...items.entries()]
  const one = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift())
      results[next[0]] = await work(next[1])
  }
  await Promise.all(Array.from({ length: availableParallelism() }, one))
  return results
}

/**
 * Runs a command; what it says is for `onText`, unless `options.stdio` says otherwise. Resolves to
 * its exit code; 1 if it can't run.
 */
export const listenTo = (command, args, onText, options = {}) =>
  new Promise((resolve) => {
    const stdio = ["ignore", "pipe", "pipe"]
    const child = spawn(command, args, { cwd: root, env: environment, stdio, ...options })
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding("utf8").on("data", onText)
    child.on("error", ({ message }) => {
      onText(`${command}: ${message}\n`)
      resolve(1)
    })
    child.on("close", (code) => resolve(code ?? 1))
  })
