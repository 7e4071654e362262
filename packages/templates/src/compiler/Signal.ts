import type { JobResults } from "./Job.js"

export type JobResult = JobResults[keyof JobResults]

/** A message of a compiler process. */
export type Signal =
  /** It has loaded what the job needs, and runs it now. */
  | { readonly _tag: "Started" }
  | { readonly _tag: "Done"; readonly result: JobResult }
  /**
   * A bug in the program. The reason says where, in one line, and contains nothing of the template.
   */
  | { readonly _tag: "Broken"; readonly reason: string }
