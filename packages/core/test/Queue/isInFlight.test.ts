import { type EmailStatus, emailStatuses, isInFlight, offeredOwner } from "@telemark/core"
import { describe, expect, it } from "vitest"

describe("a message that is owed", () => {
  it.each<[title: string, owner: string | null, inFlight: ReadonlyArray<EmailStatus>]>([
    ["nobody has leased is in nobody's hand", null, []],
    ["a queue was offered is in nobody's hand, unless a worker that died had it before", offeredOwner, ["sending"]],
    ["a worker has leased is in its hand", "worker_1", emailStatuses]
  ])("that %s", (_, owner, expected) => {
    expect(emailStatuses.filter((status) => isInFlight(owner, status))).toEqual(expected)
  })
})
