import { timestamp, timestampOrNull } from "@telemark/contract"

/**
 * The suppression brake engaged: so many recipients were refused in one wording that it isn't
 * believed. Times are epoch milliseconds.
 */
export interface SuppressionIncident {
  readonly id: string
  /** The route's name: the tenant whose own server it is, or `platform`. */
  readonly route: string
  /** The affected tenant; null: all tenants on the route. */
  readonly tenant_id: string | null
  readonly wording: string
  /** When the first of its suppressions may have been added. */
  readonly since: number
  readonly engaged_at: number
  /** When it starts again, as far as is known. */
  readonly ends_at: number
  /** Recipients suppressed before that. */
  readonly suppressed: number
}

/** And what was undone of it. */
export interface SuppressionIncidentRecord extends SuppressionIncident {
  readonly undone: number
  readonly undone_at: number | null
}

/** The cause stored with a suppression, so that undoing an incident removes only what it caused. */
export const suppressionCause = ({
  route,
  wording
}: Pick<SuppressionIncident, "route" | "wording">): string => `${route} ${wording}`

/** How long incidents are kept, in milliseconds. */
export const incidentMillis = 90 * 24 * 60 * 60_000

/** Times are RFC 3339, UTC. */
export interface SuppressionIncidentView {
  readonly id: string
  /** `platform`, or the id of the tenant whose own server it is. */
  readonly route: string
  /** The affected tenant; null: all tenants on the route. */
  readonly tenant_id: string | null
  /** The reply that isn't believed, without addresses, hosts, numbers and ids. */
  readonly wording: string
  /** Whether the brake is engaged: such a reply suppresses nobody, and its mail is deferred. */
  readonly active: boolean
  readonly since: string
  readonly engaged_at: string
  /** When suppressing starts again; later if such replies continue. */
  readonly ends_at: string
  /** Recipients suppressed before the brake engaged. */
  readonly suppressed: number
  /** Suppressions that were removed, and when the last of them was. */
  readonly undone: number
  readonly undone_at: string | null
}

export const viewOfIncident = (
  { id, route, tenant_id, wording, ...incident }: SuppressionIncidentRecord,
  now: number
): SuppressionIncidentView => ({
  id,
  route,
  tenant_id,
  wording,
  active: incident.ends_at > now,
  ...incident,
  since: timestamp(incident.since),
  engaged_at: timestamp(incident.engaged_at),
  ends_at: timestamp(incident.ends_at),
  undone_at: timestampOrNull(incident.undone_at)
})
