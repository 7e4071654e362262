import { defineError, members, unavailable } from "../defineError.js"

/** An active template has this id. */
export class TemplateExists extends defineError("TemplateExists", {
  status: 409,
  code: "template_exists",
  description: "There is an active template of that id already.",
  message: "There is a template of that id already. Update it, or deactivate it first."
}) {}

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
export class CompilerBusy extends defineError("CompilerBusy", {
  ...unavailable(1),
  description:
    "Templates can't be compiled at this moment, mostly because too many are waiting; `message` says why. Nothing was stored, and the same request may succeed after `Retry-After`.",
  members: members<{ readonly reason?: CompilerFailure }>(),
  message: ({ reason }) => {
    const why =
      reason === undefined ? "Too many templates are being compiled at once." : failures[reason]
    return `${why} Nothing was stored; try again in a moment.`
  }
}) {}
