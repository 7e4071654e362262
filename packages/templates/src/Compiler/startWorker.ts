import { pathToFileURL } from "node:url"
import { Worker } from "node:worker_threads"

// In the CommonJS build there is no import.meta.
const here = typeof __filename === "string" ? pathToFileURL(__filename).href : import.meta.url

const isSource = here.endsWith(".ts")

const program = new URL(isSource ? "./workerFromSource.mjs" : "./worker.js", here)

/** Starts a worker thread with at most so many MB of memory. It sees no environment, and nothing it prints is shown. */
export const startWorker = (memory: number): Worker => {
  const worker = new Worker(program, {
    name: "telemark-templates",
    env: {},
    // Options of the host's process, such as a loader of its application, are not passed on.
    execArgv: isSource ? ["--conditions=@telemark/source"] : [],
    // Kept from the host's output, and left unread: reading them would keep the process alive.
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: memory, stackSizeMb: 4 }
  })
  // An idle thread keeps no process alive.
  worker.unref()
  return worker
}
