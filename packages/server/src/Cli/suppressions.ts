import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import { listIncidents, type SuppressionIncidentView, Tenants, undoIncident } from "@telemark/core"
import { Effect } from "effect"
import { print, printJson, remark } from "../output.js"
import { CommandFailed } from "./failures.js"
import { json } from "./options.js"
import { formatTable } from "./formatTable.js"
import { withServices } from "./withServices.js"

const stateOf = ({ active, ends_at }: SuppressionIncidentView): string =>
  active ? `on until ${ends_at}` : "over"

const row = (
  incident: SuppressionIncidentView,
  names: ReadonlyMap<string, string>
): ReadonlyArray<string> => [
  incident.id,
  incident.engaged_at,
  stateOf(incident),
  incident.route === incident.tenant_id ? "own server" : "platform",
  incident.tenant_id === null ? "all" : (names.get(incident.tenant_id) ?? incident.tenant_id),
  String(incident.suppressed),
  String(incident.undone),
  incident.wording
]

const incidents = Command.make("incidents", { json }, ({ json }) =>
  withServices(() =>
    Effect.gen(function* () {
      const found = yield* listIncidents
      if (json) return yield* printJson({ data: found })
      const names = new Map(
        (yield* (yield* Tenants).list).map((tenant) => [tenant.id, tenant.name])
      )
      yield* print(
        formatTable([
          ["INCIDENT", "BEGAN", "STATE", "ROUTE", "TENANT", "SUPPRESSED", "UNDONE", "WORDING"],
          ...found.map((incident) => row(incident, names))
        ])
      )
    })
  )
).pipe(
  Command.withDescription(
    "Lists incidents in which suppressing stopped because too many recipients were refused with the same reply, newest first; the last 100 of 90 days."
  )
)

const noSuchIncident = new CommandFailed({
  code: "not_found",
  message:
    "There is no such incident. `telemark suppressions incidents` lists the incidents of the last 90 days."
})

const countOf = (removed: number): string =>
  removed === 1 ? "1 suppression was" : `${String(removed)} suppressions were`

const undo = Command.make(
  "undo",
  {
    incident: Argument.String("incident").pipe(
      Argument.withDescription(
        "The incident's id, inc_…, as `telemark suppressions incidents` and `telemark doctor` show it."
      )
    ),
    json
  },
  ({ incident: id, json }) =>
    withServices(() =>
      Effect.gen(function* () {
        const undone = yield* Effect.catchTag(undoIncident(id), "NotFound", () => noSuchIncident)
        if (json) return yield* printJson(undone)
        const { incident, removed } = undone
        if (removed === 0) {
          yield* print(`Nothing is left to undo: ${countOf(incident.undone)} removed before.`)
        } else {
          yield* print(
            `${countOf(removed)} removed: mail to ${removed === 1 ? "this address is" : "these addresses is"} accepted again.`
          )
          yield* remark(
            "Mails that bounced stay bounced. Send them again if they are still needed."
          )
        }
        if (incident.active) {
          yield* remark(
            `Until ${incident.ends_at} or later, mail that gets this reply is deferred, and no address is suppressed for it. Run this again after that.`
          )
        }
      })
    )
).pipe(
  Command.withDescription(
    "Removes exactly the suppressions that an incident added, so that these addresses get mail again."
  )
)

export const suppressions = Command.make("suppressions").pipe(
  Command.withDescription(
    "Lists incidents in which a mail server called many recipients unknown at once, and removes the suppressions that they added."
  ),
  Command.withSubcommands([incidents, undo])
)
