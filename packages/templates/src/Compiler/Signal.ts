import type { JobResults } from "./Job.js"

export type JobResult = JobResults[keyof JobResults]

/** What a worker thread says. */
export type Signal =
  /** It has loaded what the job needs: from here on the job's time counts. */
  | { readonly _tag: "Started" }
  | { readonly _tag: "Done"; readonly result: JobResult }
