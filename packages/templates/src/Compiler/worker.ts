// The program of a worker thread: answers one job after the other.
import { parentPort } from "node:worker_threads"
import type { Job } from "./Job.js"
import type { Signal } from "./Signal.js"
import { perform } from "./Work/perform.js"

const say = (signal: Signal): void => parentPort?.postMessage(signal)

// What goes wrong unexpectedly ends the thread, as an error that the pool hears of.
parentPort?.on("message", (job: Job) => {
  void perform(job, () => { say({ _tag: "Started" }) }).then((result) => { say({ _tag: "Done", result }) })
})
