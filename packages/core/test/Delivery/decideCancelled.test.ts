import { emailStatuses } from "@telemark/contract"
import { decideCancelled } from "@telemark/core"
import { describe, expect, it } from "vitest"

const cancelledMessage = "Cancelled before it was sent."
const cancelledTooLate = "Cancelled; a mail server may have taken it at an earlier attempt."
const cancellation = { id: "em_1", tenant_id: "tn_1", event_id: "evt_1", now: 5 }
const email = {
  status: "deferred",
  attempts: 2,
  smtp_provider: "ses",
  smtp_response: "451 later",
  mayBeTaken: false
} as const

describe("cancelling a message", () => {
  it("in the queue marks it as failed, with an event that contains its last known outcome", () => {
    expect(decideCancelled(email, cancellation)).toEqual({
      status: "failed",
      error_message: cancelledMessage,
      failure_code: "cancelled",
      event: {
        id: "evt_1",
        tenant_id: "tn_1",
        email_id: "em_1",
        type: "email.failed",
        created_at: 5,
        data: {
          status: "failed",
          attempts: 2,
          smtp_provider: "ses",
          smtp_response: "451 later",
          error_message: cancelledMessage,
          next_attempt_at: null,
          verdict: "cancelled",
          ambiguous: false
        }
      }
    })
  })

  it("doesn't promise that it was in time if an earlier attempt may have been accepted", () => {
    const change = decideCancelled({ ...email, mayBeTaken: true }, cancellation)
    expect(change).toMatchObject({
      error_message: cancelledTooLate,
      event: { data: { error_message: cancelledTooLate, ambiguous: true } }
    })
  })

  it("changes nothing of one that is in flight or settled", () => {
    const changed = emailStatuses.filter(
      (status) => decideCancelled({ ...email, status }, cancellation) !== undefined
    )
    expect([...changed].sort()).toEqual(["deferred", "queued"])
  })
})
