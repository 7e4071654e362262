import { type TenantEvent, timestamp } from "@telemark/contract"
import type { OperatorEvent } from "./OperatorEvent.js"
import { describeExcess } from "./describeExcess.js"

/** An event for the operator, as the interface shows it. */
export const operatorEventView = ({
  created_at,
  data: { domain, excess, note, reason, tenant },
  id,
  type
}: OperatorEvent): TenantEvent => ({
  id,
  type,
  tenant,
  created_at: timestamp(created_at),
  ...(reason === undefined ? {} : { reason }),
  ...(note === undefined ? {} : { note }),
  ...(domain === undefined ? {} : { domain }),
  ...(excess === undefined ? {} : { explanation: describeExcess(excess) })
})
