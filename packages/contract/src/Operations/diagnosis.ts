import { DiagnosisReport } from "../Diagnosis/index.js"
import { operation } from "./Operation.js"

export const diagnosis = {
  /**
   * Checks the deployment: database, queue, disk, clock, DNS, mail relay and what tenants have set
   * up.
   */
  get: operation({
    method: "GET",
    path: "/diagnosis",
    scope: "tenant:manage",
    summary: "Check the deployment",
    description:
      "Runs the checks of `telemark doctor`, at most once a minute; meanwhile it answers with what they found last. Takes half a minute at most.",
    response: DiagnosisReport,
    answers: { 200: "What was found." },
    mark: "findings"
  })
} as const
