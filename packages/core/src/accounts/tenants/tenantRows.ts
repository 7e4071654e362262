import type { UpdateTenant } from "@telemark/contract"
import type { Tenant } from "./Tenant.js"

/** The columns of a tenant, as `tenantOf` takes them. */
export const tenantColumns =
  "id, name, default_from, monthly_limit, track_opens, track_clicks, missing, created_at, paused_at, paused_reason, paused_note, stopped_link_mark"

/** A tenant as it is stored. */
export interface TenantRow extends Omit<Tenant, "paused" | "track_opens" | "track_clicks"> {
  readonly track_opens: number
  readonly track_clicks: number
  readonly paused_at: number | null
  readonly paused_reason: NonNullable<Tenant["paused"]>["reason"] | null
  readonly paused_note: string | null
  readonly stopped_link_mark: string | null
}

export const tenantOf = ({
  created_at,
  default_from,
  id,
  missing,
  monthly_limit,
  name,
  paused_at,
  paused_note,
  paused_reason,
  stopped_link_mark,
  track_clicks,
  track_opens
}: TenantRow): Tenant => ({
  id,
  name,
  default_from,
  monthly_limit,
  created_at,
  track_opens: track_opens !== 0,
  track_clicks: track_clicks !== 0,
  missing,
  ...(paused_at === null
    ? {}
    : {
        paused: {
          at: paused_at,
          reason: paused_reason ?? "operator",
          note: paused_note,
          ...(stopped_link_mark === null ? {} : { links_stopped: true })
        }
      })
})

const toColumn = (value: string | number | boolean | null): string | number | null =>
  typeof value === "boolean" ? Number(value) : value

/** What is stored of a new tenant, which isn't paused, or of changes of one. */
export const storedTenant = (
  given: Omit<Tenant, "paused"> | UpdateTenant
): Readonly<Record<string, string | number | null>> =>
  Object.fromEntries(
    Object.entries(given).flatMap(
      ([name, value]: [string, string | number | boolean | null | undefined]) =>
        value === undefined ? [] : [[name, toColumn(value)]]
    )
  )
