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

/** A stored incident, and what was undone of it. */
export interface SuppressionIncidentRecord extends SuppressionIncident {
  readonly undone_at: number | null
  readonly undone: number
}

/** The cause stored with a suppression, so that undoing an incident removes only what it caused. */
export const suppressionCause = ({
  route,
  wording
}: Pick<SuppressionIncident, "route" | "wording">): string => `${route} ${wording}`

/** How long incidents are kept, in milliseconds. */
export const incidentMillis = 90 * 24 * 60 * 60_000
