import {
  CreateTenant,
  describeExcess,
  type OperatorEvent,
  PauseTenant,
  percent,
  Reputation,
  type ReputationFigures,
  type Tenant,
  Tenants,
  timestamp,
  UpdateTenant
} from "@telemark/core"
import { Effect } from "effect"
import { tableOf } from "./formatTable.js"
import { group, operationCommands } from "./operationCommand.js"
import { listTenants, namedTenant, noSuchTenant } from "./tenantParameters.js"
import { withServices } from "./withSettings.js"

const command = operationCommands(withServices, Tenants)
const sending = operationCommands(withServices, Reputation)
const name = "The tenant's name."

const missing = ({ name }: { readonly name: string }) => noSuchTenant(name)

const pausedView = ({ paused }: Tenant) =>
  paused === undefined ? null : { ...paused, at: timestamp(paused.at) }

const view = (tenant: Tenant) => ({
  ...tenant,
  created_at: timestamp(tenant.created_at),
  paused: pausedView(tenant)
})

const pauseView = (tenant: Tenant) => ({ tenant: tenant.name, paused: pausedView(tenant) })

const default_from = {
  option: "from",
  text: 'The sender of its mail if a send names none, such as "Shop <shop@example.com>".'
}
const monthly_limit = {
  text: "Recipients that it may queue in a calendar month; TELEMARK_MONTHLY_LIMIT by default."
}
const missingData =
  "What becomes of a send whose data lacks a variable of its template, unless the send says otherwise."

const store =
  "For how long what its mail says is stored, unless a send says otherwise: always (until retention removes it), until_sent, or never."

const cells = ({
  bounce_rate,
  bounced,
  complained,
  complaint_rate,
  level,
  sent
}: ReputationFigures) => ({
  sent,
  complaints: `${String(complained)} (${percent(complaint_rate)})`,
  bounces: `${String(bounced)} (${percent(bounce_rate)})`,
  level
})

const why = ({ domain, excess, note }: OperatorEvent["data"]): string =>
  note ?? (excess === undefined ? "-" : `${domain ?? "all domains"}: ${describeExcess(excess)}`)

const description =
  "Makes, lists, changes and removes tenants, and pauses and resumes their sending."

export const tenants = group("tenants", description, {
  create: command({
    description: "Makes a tenant: an account with its own keys, mail and suppressions.",
    request: CreateTenant,
    arguments: { name: "1 to 64 letters, digits, dots, dashes or underscores." },
    options: { default_from, monthly_limit, missing: missingData, store },
    database: { mayMake: true },
    audits: ["tenants.create", "tenant", "name"],
    perform: (tenants, request) => Effect.map(tenants.create(request), view),
    text: ({ name }) =>
      `Tenant "${name}" was made. Give it a key: telemark keys create --tenant ${name}`
  }),
  list: command({
    description: "Lists the tenants, newest first.",
    perform: () => Effect.map(listTenants, (tenants) => ({ data: tenants.map(view) })),
    text: ({ data }) =>
      tableOf(data, {
        NAME: "name",
        ID: "id",
        CREATED: "created_at",
        FROM: "default_from",
        "MONTHLY LIMIT": "monthly_limit",
        PAUSED: ({ paused }) => (paused === null ? "-" : `${paused.at} (${paused.reason})`)
      })
  }),
  update: command({
    description:
      "Changes a tenant's default sender, monthly limit or tracking, and what becomes of sends without data, and for how long contents are stored.",
    changes: UpdateTenant,
    arguments: { name },
    options: {
      default_from: {
        ...default_from,
        none: "From now on, TELEMARK_FROM is the sender of its mail if a send names none."
      },
      monthly_limit: { ...monthly_limit, none: "From now on, TELEMARK_MONTHLY_LIMIT applies." },
      track_opens: "Whether to track opens of its mail, unless a send says otherwise.",
      track_clicks: "Whether to track clicks of its mail, unless a send says otherwise.",
      missing: missingData,
      store
    },
    audits: ["tenants.update", "tenant", "name"],
    perform: (tenants, { name, ...changes }) => Effect.map(tenants.update(name, changes), view),
    missing,
    text: ({ name }) => `Tenant "${name}" was changed.`
  }),
  remove: command({
    description:
      "Removes a tenant with all its data: keys, mail, log, templates, domains, suppressions, webhooks.",
    arguments: { name: namedTenant },
    confirm: (_, { name: { name } }) =>
      Effect.succeed(
        `Remove tenant "${name}" with its keys, queue, log, templates, domains and everything else? You can't undo this.`
      ),
    audits: ["tenants.remove", "tenant", "name"],
    perform: (tenants, { name: { name } }) =>
      Effect.as(tenants.remove(name), { success: true, tenant: name }),
    missing: ({ name: { name } }) => noSuchTenant(name),
    text: ({ tenant }) =>
      `Tenant "${tenant}" was removed. If requests in progress still write data for it, a worker removes that within hours.`
  }),
  pause: sending({
    description: "Pauses a tenant's sending: its sends get 403, and what is queued waits.",
    request: PauseTenant,
    arguments: { name },
    options: {
      note: {
        option: "reason",
        text: "Your own words about it, for operators: tenants don't see them."
      },
      stop_links:
        "Also stops tracked links in mail that it sent: they answer 410 until it is resumed."
    },
    audits: ["tenants.pause", "tenant", "name"],
    perform: (reputation, { name, ...request }) =>
      Effect.map(reputation.pause(name, request), pauseView),
    missing,
    text: ({ paused, tenant }) => [
      `Sending of tenant "${tenant}" is paused (${paused?.reason ?? "operator"}): its sends get 403, and what is queued waits.`,
      ...(paused?.links_stopped === true
        ? ["Tracked links in mail that it sent are stopped: they answer 410."]
        : []),
      "Workers notice within five seconds. Attempts in flight are finished."
    ]
  }),
  resume: sending({
    description: "Resumes a tenant's sending, and counts its complaints and bounces anew.",
    arguments: { name },
    audits: ["tenants.resume", "tenant", "name"],
    perform: (reputation, { name }) => Effect.map(reputation.resume(name), pauseView),
    missing,
    text: ({ tenant }) =>
      `Tenant "${tenant}" sends again. Its complaints and bounces are counted anew.`
  }),
  reputation: sending({
    description:
      "Shows a tenant's complaint and bounce rates of an hour, a day and a week, by sending domain.",
    arguments: { name: namedTenant },
    perform: (reputation, { name: tenant }) => reputation.summary(tenant),
    text: (found, { name: { paused } }) => {
      const rows = [{ domain: "all", ...found }, ...found.domains].flatMap((one) =>
        (["hour", "day", "week"] as const).map((window) => ({
          domain: one.domain,
          window,
          ...cells(one[window])
        }))
      )
      const table = tableOf(rows, {
        DOMAIN: "domain",
        WINDOW: "window",
        SENT: "sent",
        COMPLAINTS: "complaints",
        "HARD BOUNCES": "bounces",
        LEVEL: "level"
      })
      return paused === undefined
        ? table
        : [
            table,
            `Sending is paused since ${timestamp(paused.at)}: ${paused.note ?? paused.reason}.`
          ]
    }
  }),
  events: sending({
    description:
      "Lists which tenants were warned of, paused and resumed, newest first; the last 100 times of 90 days.",
    perform: (reputation) =>
      Effect.map(reputation.events, (found) => ({
        data: found.map((event) => ({ ...event, created_at: timestamp(event.created_at) }))
      })),
    text: ({ data }) =>
      tableOf(data, {
        TIME: "created_at",
        EVENT: "type",
        TENANT: (event) => event.data.tenant,
        CAUSE: (event) => event.data.reason ?? event.data.excess?.measure ?? "-",
        DETAILS: (event) => why(event.data)
      })
  })
})
