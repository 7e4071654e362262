import { Worker } from "node:worker_threads"

// As text, so that it needs no file of its own, and loads nothing.
const code = `
const { workerData } = require("node:worker_threads")
setInterval(() => { if (process.ppid !== workerData) process.kill(process.pid, "SIGKILL") }, 1000)
`

/**
 * Kills this process when its parent is gone. A template that never comes to an end leaves no moment to notice it in,
 * and would have the processor for itself for ever: so a thread looks, once a second.
 */
export const watchParent = (parent: number): void => {
  new Worker(code, { eval: true, workerData: parent, env: {}, execArgv: [], resourceLimits: { maxOldGenerationSizeMb: 16 } }).unref()
}
