import type { Tenant, UpdateTenant } from "@telemark/core"

/** A tenant as it is stored. */
export interface TenantRow extends Omit<Tenant, "track_opens" | "track_clicks"> {
  readonly track_opens: number
  readonly track_clicks: number
}

export const tenantOf = (row: TenantRow): Tenant => ({ ...row, track_opens: row.track_opens !== 0, track_clicks: row.track_clicks !== 0 })

const toColumn = (value: string | number | boolean | null): string | number | null => typeof value === "boolean" ? Number(value) : value

/** The columns of a tenant, or of changes of one. */
export const tenantColumns = (given: Tenant | UpdateTenant): Readonly<Record<string, string | number | null>> =>
  Object.fromEntries(Object.entries(given).flatMap(([name, value]: [string, string | number | boolean | null | undefined]) =>
    value === undefined ? [] : [[name, toColumn(value)]]))
