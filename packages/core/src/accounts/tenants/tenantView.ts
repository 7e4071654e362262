import { type TenantView, timestamp } from "@telemark/contract"
import type { Tenant } from "./Tenant.js"

/** A tenant as the operator sees it. */
export const tenantView = ({
  created_at,
  default_from,
  id,
  missing,
  monthly_limit,
  name,
  paused,
  track_clicks,
  track_opens
}: Tenant): TenantView => ({
  id,
  name,
  default_from,
  monthly_limit,
  track_opens,
  track_clicks,
  missing,
  created_at: timestamp(created_at),
  paused:
    paused === undefined
      ? null
      : {
          reason: paused.reason,
          since: timestamp(paused.at),
          note: paused.note,
          links_stopped: paused.links_stopped === true
        }
})
