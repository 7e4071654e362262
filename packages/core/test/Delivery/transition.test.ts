import { type EmailStatus, emailStatuses } from "@telemark/contract"
import {
  type Cause,
  inFlight,
  initialStatus,
  statusAtFirst,
  transition,
  transitions
} from "@telemark/core"
import * as FastCheck from "fast-check"
import { describe, expect, it } from "vitest"

const causes = Object.keys(transitions) as ReadonlyArray<Cause>
const reports = causes.filter((cause) => cause.endsWith("_reported"))
const rank: Readonly<Record<EmailStatus, number>> = {
  queued: 0,
  sending: 1,
  failed: 2,
  sent: 3,
  deferred: 4,
  delivered: 5,
  bounced: 6,
  complained: 7
}

describe("a message's status", () => {
  it.each<[EmailStatus, Cause, EmailStatus]>([
    ["queued", "claimed", "sending"],
    ["deferred", "claimed", "sending"],
    ["sending", "claimed", "sending"],
    ["sending", "released", "queued"],
    ["sending", "accepted", "sent"],
    ["sending", "temporary", "deferred"],
    ["sending", "refused", "bounced"],
    ["sending", "undeliverable", "failed"],
    ["queued", "cancelled", "failed"],
    ["deferred", "cancelled", "failed"],
    ["sent", "delivery_reported", "delivered"],
    ["sent", "delay_reported", "deferred"],
    ["deferred", "delay_reported", "deferred"],
    ["sent", "bounce_reported", "bounced"],
    ["delivered", "bounce_reported", "bounced"],
    ["delivered", "complaint_reported", "complained"],
    ["failed", "delivery_reported", "delivered"],
    ["failed", "bounce_reported", "bounced"],
    ["failed", "complaint_reported", "complained"]
  ])("%s, when %s, becomes %s", (from, cause, to) => {
    expect(transition(from, cause)).toBe(to)
  })

  it.each<[EmailStatus, Cause]>([
    ["bounced", "delivery_reported"],
    ["delivered", "delay_reported"],
    ["sent", "claimed"],
    ["bounced", "claimed"],
    ["sending", "cancelled"],
    ["sent", "cancelled"],
    ["queued", "accepted"],
    ["queued", "undeliverable"],
    ["deferred", "undeliverable"],
    ["deferred", "released"]
  ])("%s doesn't change when %s", (from, cause) => {
    expect(transition(from, cause)).toBeUndefined()
  })

  it("is that of a claim at first where a worker takes the message at once", () => {
    expect(statusAtFirst(false)).toBe(initialStatus)
    expect(statusAtFirst(true)).toBe(transition(initialStatus, "claimed"))
  })

  it("is the in-flight one whenever an attempt ends or a message is released", () => {
    for (const cause of ["released", "accepted", "temporary", "refused", "undeliverable"] as const)
      expect(transitions[cause].from).toEqual([inFlight])
    expect(transitions.claimed.to).toBe(inFlight)
  })

  it("is final once complained", () => {
    expect(causes.map((cause) => transition("complained", cause))).toEqual(
      causes.map(() => undefined)
    )
  })

  it("only rises in rank through later reports, or stays deferred", () => {
    FastCheck.assert(
      FastCheck.property(
        FastCheck.constantFrom(...emailStatuses),
        FastCheck.constantFrom(...reports),
        (from, cause) => {
          const to = transition(from, cause)
          if (to !== undefined && to !== "deferred") expect(rank[to]).toBeGreaterThan(rank[from])
          if (to === "deferred") expect(rank[to]).toBeGreaterThanOrEqual(rank[from])
        }
      )
    )
  })
})
