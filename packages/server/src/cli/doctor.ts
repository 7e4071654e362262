import { Effect } from "effect"
import * as Command from "effect/cli/Command"
import type { Finding } from "../doctor/Finding.js"
import { examine } from "../doctor/examine.js"
import { printAs, remark } from "../output.js"
import { Reported } from "./failures.js"
import { formatTable } from "./formatTable.js"
import { json } from "./parameters.js"

const row = ({ check, command, message, status }: Finding): ReadonlyArray<string> => [
  status,
  check,
  command === undefined ? message : `${message} ${command}`
]

export const doctor = Command.make("doctor", { json }, ({ json }) =>
  Effect.gen(function* () {
    const findings = yield* examine
    const failed = findings.filter(({ status }) => status === "fail").length
    yield* printAs(json, { ok: failed === 0, checks: findings }, formatTable(findings.map(row)))
    if (failed > 0) {
      yield* remark(`${failed} of ${findings.length} checks failed.`)
      return yield* new Reported()
    }
  })
).pipe(
  Command.withDescription(
    "Checks settings, database, queue, disk, clock, port and mail relay, and says how to fix what is wrong."
  )
)
