import { listIncidents, Tenants, undoIncident } from "@telemark/core"
import { Effect } from "effect"
import { counted } from "../output.js"
import { tableOf } from "./formatTable.js"
import { group, operationCommands } from "./operationCommand.js"
import { withServices } from "./withSettings.js"

const command = operationCommands(withServices, Tenants)

const countOf = (removed: number): string =>
  counted(removed, "suppression was", "suppressions were")

const description =
  "Lists incidents in which a mail server called many recipients unknown at once, and removes the suppressions that they added."

export const suppressions = group("suppressions", description, {
  incidents: command({
    description:
      "Lists incidents in which suppressing stopped because too many recipients were refused with the same reply, newest first; the last 100 of 90 days.",
    perform: ({ list }) => Effect.all({ data: listIncidents, tenants: list }),
    json: ({ data }) => ({ data }),
    text: ({ data, tenants }) => {
      const names = new Map(tenants.map(({ id, name }) => [id, name]))
      return tableOf(data, {
        INCIDENT: "id",
        BEGAN: "engaged_at",
        STATE: ({ active, ends_at }) => (active ? `on until ${ends_at}` : "over"),
        ROUTE: ({ route, tenant_id }) => (route === tenant_id ? "own server" : "platform"),
        TENANT: ({ tenant_id }) =>
          tenant_id === null ? "all" : (names.get(tenant_id) ?? tenant_id),
        SUPPRESSED: "suppressed",
        UNDONE: "undone",
        WORDING: "wording"
      })
    }
  }),
  undo: command({
    description:
      "Removes exactly the suppressions that an incident added, so that these addresses get mail again.",
    arguments: {
      incident:
        "The incident's id, inc_…, as `telemark suppressions incidents` and `telemark doctor` show it."
    },
    perform: (_, { incident }) => undoIncident(incident),
    missing:
      "There is no such incident. `telemark suppressions incidents` lists the incidents of the last 90 days.",
    text: ({ incident: { active, ends_at, undone }, removed }) => [
      ...(removed === 0
        ? ([`Nothing is left to undo: ${countOf(undone)} removed before.`] as const)
        : ([
            `${countOf(removed)} removed: mail to ${removed === 1 ? "this address is" : "these addresses is"} accepted again.`,
            "Mails that bounced stay bounced. Send them again if they are still needed."
          ] as const)),
      ...(active
        ? [
            `Until ${ends_at} or later, mail that gets this reply is deferred, and no address is suppressed for it. Run this again after that.`
          ]
        : [])
    ]
  })
})
