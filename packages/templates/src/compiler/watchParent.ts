import { Worker } from "node:worker_threads"

// As text, so that it needs no separate file.
const code = `
const { workerData } = require("node:worker_threads")
setInterval(() => { if (process.ppid !== workerData) process.kill(process.pid, "SIGKILL") }, 1000)
`

/**
 * Kills this process when its parent is gone. In a worker thread, since an endless template blocks
 * the main thread and would occupy a CPU forever.
 */
export const watchParent = (parent: number): void => {
  new Worker(code, {
    eval: true,
    workerData: parent,
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 16 }
  }).unref()
}
