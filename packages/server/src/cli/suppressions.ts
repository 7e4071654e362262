import {
  AddSuppression,
  listIncidents,
  ListSuppressions,
  operations,
  RemoveSuppression,
  Suppressions,
  type Tenant,
  undoIncident
} from "@telemark/core"
import { Effect } from "effect"
import { counted, visibleLine } from "../output.js"
import { tableOf } from "./formatTable.js"
import { group, operationCommands } from "./operationCommand.js"
import { suppressionsExport, suppressionsImport } from "./suppressionsTransfer.js"
import { listTenants, oneTenant } from "./tenantParameters.js"
import { withServices } from "./withSettings.js"

const command = operationCommands(withServices, Suppressions)
const tenant = oneTenant("The tenant whose suppressions they are.")
const email = "The address, in any spelling."

const ofTopic = (topic: string | undefined): string =>
  topic === undefined ? "" : ` of the topic ${topic}`

const countOf = (removed: number): string =>
  counted(removed, "suppression was", "suppressions were")

const description =
  "Lists, adds and removes addresses that get no mail, as files too, and undoes incidents in which a mail server called many recipients unknown at once."

export const suppressions = group("suppressions", description, {
  list: command({
    description: "Lists suppressed addresses, newest first.",
    request: ListSuppressions,
    options: {
      email: "Only addresses that begin so, in upper or lower case.",
      reason: "Only those with this reason, such as bounce, complaint, unsubscribe or manual.",
      topic: "Only those of this topic.",
      limit: "How many, 1 to 100; 50 by default.",
      after: "Those behind a page, by what the page says: the next page.",
      tenant
    },
    perform: (suppressions, { tenant, ...filters }) => suppressions.list(tenant.id, filters),
    text: ({ data, next }) => [
      tableOf(data, {
        ADDRESS: "email_address",
        REASON: "reason",
        TOPIC: "topic",
        SUPPRESSED: "added_at"
      }),
      ...(next === null ? [] : [`\nThe next page: --after ${next}`])
    ]
  }),
  add: command({
    description: "Suppresses an address: it gets no mail, or none of a topic.",
    request: AddSuppression,
    arguments: { email },
    options: {
      reason: "The reason in lists; manual by default.",
      topic: "Suppresses only mail of this topic; by default all mail.",
      tenant
    },
    audits: ["suppressions.add", "suppression"],
    perform: (suppressions, { email: email_address, tenant, ...given }) =>
      suppressions.add(tenant.id, { email_address, ...given }),
    text: (suppressed, { email, topic }) =>
      operations.suppressions.add.isRepeat(suppressed)
        ? `${visibleLine(email)} was suppressed already.`
        : `${visibleLine(email)} gets no mail${ofTopic(topic)} any more.`
  }),
  remove: command({
    description: "Allows mail to an address again.",
    request: RemoveSuppression,
    arguments: { email },
    options: {
      topic:
        "Removes the suppression of this topic alone; by default that of the whole address alone.",
      tenant
    },
    audits: ["suppressions.remove", "suppression"],
    perform: (suppressions, { email, tenant, topic }) =>
      suppressions.remove(tenant.id, email, { topic }),
    missing: ({ tenant: { name } }: { readonly tenant: Tenant }) =>
      `The tenant "${name}" has no such suppression. \`telemark suppressions list\` lists those of whole addresses and of topics.`,
    text: (_, { email, topic }) => `${visibleLine(email)} gets mail${ofTopic(topic)} again.`
  }),
  import: suppressionsImport,
  export: suppressionsExport,
  incidents: command({
    description:
      "Lists incidents in which suppressing stopped because too many recipients were refused with the same reply, newest first; the last 100 of 90 days.",
    perform: () => Effect.all({ data: listIncidents, tenants: listTenants }),
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
    audits: ["suppressions.undo", "incident", "incident"],
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
