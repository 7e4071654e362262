import { Data } from "effect"

/** There is an active template of that id already. */
export class TemplateExists extends Data.TaggedError("TemplateExists")<{}> {
  readonly code = "template_exists"

  override get message(): string {
    return "There is a template of that id already. Update it, or deactivate it first."
  }
}

/** Too many templates are waiting to be compiled. Nothing was stored; the same call may succeed in a moment. */
export class CompilerBusy extends Data.TaggedError("CompilerBusy")<{}> {
  readonly code = "Service unavailable"

  override get message(): string {
    return "Too many templates are being compiled at once. Nothing was stored; try again in a moment."
  }
}
