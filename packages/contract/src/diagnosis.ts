import { Schema } from "effect"
import { flag, instant, list, named, orNull, text, texts } from "./members.js"

export const DiagnosisFinding = named("DiagnosisFinding", {
  level: Schema.Literals(["ok", "warning", "problem"]).annotate({
    description: "`warning`: it works, but look into it. `problem`: something doesn't work."
  }),
  check: text("What was checked, such as `dns`."),
  message: text("What was found and, unless it is ok, what to do, wherever it is done."),
  command: orNull(
    text("What the command line does about it, as a sentence with commands in backticks; or null.")
  ),
  tenants: texts(
    "The names of the tenants that it concerns; empty if it concerns all of the deployment."
  )
})
export type DiagnosisFinding = typeof DiagnosisFinding.Type

export const DiagnosisReport = named("DiagnosisReport", {
  available: flag(
    "Whether this deployment checks itself; an application that embeds Telemark doesn't."
  ),
  checked_at: orNull(
    instant("When the checks ended. They run at most once a minute. Null if they aren't available.")
  ),
  findings: list(DiagnosisFinding, "What was found; empty if the checks aren't available.")
})
export type DiagnosisReport = typeof DiagnosisReport.Type
