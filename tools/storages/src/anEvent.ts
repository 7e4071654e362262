import type { EventRecord, SubscriptionRecord } from "@telemark/core"

/** A subscription to what is sent or delivered. */
export const aSubscription: SubscriptionRecord = {
  id: "sub_1",
  tenant_id: "tn_a",
  name: "orders",
  types: ["email.sent", "email.delivered"],
  expires_at: null,
  created_at: 1e12
}

/** A message was delivered. */
export const anEvent = (email_id: string, id: string): EventRecord => ({
  id,
  tenant_id: "tn_a",
  email_id,
  type: "email.delivered",
  created_at: 1.9e12,
  data: {}
})
