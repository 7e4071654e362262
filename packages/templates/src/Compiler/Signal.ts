import type { JobResults } from "./Job.js"

export type JobResult = JobResults[keyof JobResults]

/** What a compiler process says. */
export type Signal =
  /** It has loaded what the job needs: from here on the job's time counts. */
  | { readonly _tag: "Started" }
  | { readonly _tag: "Done"; readonly result: JobResult }
  /** The program itself is wrong. The reason says where, in one line, and repeats nothing of the template. */
  | { readonly _tag: "Broken"; readonly reason: string }
