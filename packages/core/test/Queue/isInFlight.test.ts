import { type EmailStatus, emailStatuses } from "@telemark/contract"
import { heldOwner, isInFlight, offeredOwner } from "@telemark/core"
import { describe, expect, it } from "vitest"

describe("a message that is not yet settled", () => {
  it.each<[title: string, owner: string | null, inFlight: ReadonlyArray<EmailStatus>]>([
    ["no worker has leased is not in flight", null, []],
    [
      "a queue was offered is not in flight, unless a worker that died had it before",
      offeredOwner,
      ["sending"]
    ],
    ["is held is not in flight", heldOwner, ["sending"]],
    ["a worker has leased is in flight", "worker_1", emailStatuses]
  ])("that %s", (_, owner, expected) => {
    expect(emailStatuses.filter((status) => isInFlight(owner, status))).toEqual(expected)
  })
})
