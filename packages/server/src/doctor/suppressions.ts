import { listIncidents, type SuppressionIncidentView, type Tenant } from "@telemark/core"
import { Clock, Effect } from "effect"
import { type Finding, findingsOf, tenantNames } from "./Finding.js"

const { fail, warn } = findingsOf("suppressions")

/**
 * How long a past incident is reported unless undone: if the addresses were in fact dead, there is
 * nothing to do.
 */
const recentMillis = 7 * 24 * 60 * 60_000

/** `tenant` is the name of the one whose mail it concerns. */
export interface ExaminedIncident extends SuppressionIncidentView {
  readonly tenant: string | null
}

const whereOf = ({ route, tenant, tenant_id }: ExaminedIncident): string => {
  if (tenant === null) return "On the platform's route"
  return route === tenant_id
    ? `On the SMTP server of the tenant ${tenant}`
    : `On the platform's route, in mail of the tenant ${tenant}`
}

const whatOf = (incident: ExaminedIncident): string =>
  `${whereOf(incident)}, ${String(incident.suppressed)} recipients were refused with "${incident.wording}" within ten minutes (${incident.id})`

const undoing = ({ id }: ExaminedIncident): string =>
  `\`telemark suppressions undo ${id}\` allows mail to the suppressed addresses again.`

export const judgeIncidents = (
  incidents: ReadonlyArray<ExaminedIncident>,
  now: number
): ReadonlyArray<Finding> =>
  incidents.flatMap((incident) => {
    if (incident.active) {
      return [
        fail(
          `${whatOf(incident)}. Until ${incident.ends_at} or later, this reply suppresses no address, ` +
            "and the mail is deferred. Ask the operator of the mail server, or check the list that you mail.",
          { command: undoing(incident) }
        )
      ]
    }
    const isRecent =
      incident.undone_at === null && now - Date.parse(incident.ends_at) < recentMillis
    return isRecent
      ? [
          warn(
            `${whatOf(incident)}, until ${incident.ends_at}. If these addresses exist, allow mail to them again.`,
            { command: undoing(incident) }
          )
        ]
      : []
  })

export const checkSuppressions = (tenants: ReadonlyArray<Tenant>) => {
  const nameOf = tenantNames(tenants)
  const tenantOf = (id: string | null) => (id === null ? null : nameOf(id))
  return Effect.zipWith(listIncidents, Clock.currentTimeMillis, (incidents, now) =>
    judgeIncidents(
      incidents.map((incident) => ({ ...incident, tenant: tenantOf(incident.tenant_id) })),
      now
    )
  )
}
