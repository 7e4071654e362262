import { Data } from "effect"

/** An active template has this id. */
export class TemplateExists extends Data.TaggedError("TemplateExists")<{}> {
  readonly code = "template_exists"

  override get message(): string {
    return "There is a template of that id already. Update it, or deactivate it first."
  }
}

/**
 * Why nothing was compiled: the compiler didn't start, or exceeded its time or memory on a template
 * that is already stored.
 */
export type CompilerFailure = "start" | "time" | "memory"

const failures: Readonly<Record<CompilerFailure, string>> = {
  start: "The template compiler did not start in time.",
  time: "Preparing the template took too long.",
  memory: "Preparing the template took too much memory."
}

/**
 * Templates can't be compiled at the moment; without a `reason`, too many are waiting. Nothing was
 * stored; the same call may succeed shortly.
 */
export class CompilerBusy extends Data.TaggedError("CompilerBusy")<{
  readonly reason?: CompilerFailure
}> {
  readonly code = "Service unavailable"

  constructor(fields: { readonly reason?: CompilerFailure } = {}) {
    super(fields)
  }

  override get message(): string {
    const why =
      this.reason === undefined
        ? "Too many templates are being compiled at once."
        : failures[this.reason]
    return `${why} Nothing was stored; try again in a moment.`
  }
}
