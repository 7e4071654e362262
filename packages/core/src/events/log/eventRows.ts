import type { EventRecord } from "./Event.js"

export interface EventRow extends Omit<EventRecord, "data"> {
  readonly data: string
}

export const eventColumns = ["id", "tenant_id", "email_id", "type", "data", "created_at"] as const

export const eventOf = ({
  created_at,
  data,
  email_id,
  id,
  tenant_id,
  type
}: EventRow): EventRecord => ({
  id,
  tenant_id,
  email_id,
  type,
  created_at,
  data: JSON.parse(data) as EventRecord["data"]
})
