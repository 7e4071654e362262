// The program of a compiler process: runs one job after the other.
import type { TemplateSource } from "@telemark/core"
import { Worker } from "node:worker_threads"
import { precompileTemplate } from "../handlebars/templateCode.js"
import { loadMjml } from "../mjml/mjmlToHtml.js"
import type { Job, JobResult, PreparedParts, Signal, TemplateParts } from "./Job.js"
import { compileSource, loadDesign, previewSource } from "./compileSource.js"

// As text, so that it needs no separate file.
const code = `
const { workerData } = require("node:worker_threads")
setInterval(() => { if (process.ppid !== workerData) process.kill(process.pid, "SIGKILL") }, 1000)
`

/**
 * Kills this process when its parent is gone. In a worker thread, since an endless template blocks
 * the main thread and would occupy a CPU forever.
 */
const watchParent = (parent: number): void => {
  new Worker(code, {
    eval: true,
    workerData: parent,
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 16 }
  }).unref()
}

/**
 * Loads only what the sources need: a process that only prepares templates starts in a tenth of the
 * time.
 */
const loadFor = async (sources: ReadonlyArray<TemplateSource>): Promise<void> => {
  const hasDesign = sources.some(({ design_json }) => design_json !== undefined)
  if (hasDesign) await loadDesign()
  if (hasDesign || sources.some(({ mjml_source }) => mjml_source !== undefined)) await loadMjml()
}

const prepare = ({ html, subject, text }: TemplateParts): PreparedParts => ({
  subject: precompileTemplate(subject, { escape: false }),
  html: precompileTemplate(html, { escape: true }),
  text: text === null ? null : precompileTemplate(text, { escape: false })
})

/** Runs a job. Calls `started` after loading. Rejects only because of a bug. */
const perform = async (job: Job, started: () => void): Promise<JobResult> => {
  switch (job.kind) {
    case "prepare":
      started()
      return prepare(job.parts)
    case "preview":
      await loadFor([job.source])
      started()
      return previewSource(job.source, job.data)
    case "compile": {
      await loadFor(job.sources)
      started()
      const results = []
      for (const source of job.sources) results.push(await compileSource(source))
      return results
    }
  }
}

const say = (signal: Signal): void => {
  process.send?.(signal)
}

/** The location of an error. Without its message, which may contain text of the author. */
const locationOf = (error: unknown): string =>
  error instanceof Error
    ? [
        error.name,
        ...(error.stack ?? "")
          .split("\n")
          .filter((line) => /^ +at /.test(line))
          .slice(0, 5)
      ]
        .map((line) => line.trim())
        .join(" ")
    : "something other than an Error was thrown"

const broken = (error: unknown): void => {
  say({ _tag: "Broken", reason: locationOf(error) })
}

// A terminal or service manager signals the whole process group, but the host may still need this
// process to finish requests.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => undefined)
process.on("disconnect", () => process.exit())
process.on("uncaughtException", broken)

watchParent(Number(process.argv[2]))

process.on("message", (job: Job) => {
  perform(job, () => {
    say({ _tag: "Started" })
  }).then((result) => {
    say({ _tag: "Done", result })
  }, broken)
})
