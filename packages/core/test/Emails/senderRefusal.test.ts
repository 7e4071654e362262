import {
  askedSenders,
  isUnsigned,
  type PreparedSend,
  type SenderRefusal,
  senderRefusal
} from "@telemark/core"
import { describe, expect, it } from "vitest"
import { send, senders } from "./support/sends.js"

describe("a sender", () => {
  const owners = new Map([
    ["theirs.example", "u"],
    ["ours.example", "t"]
  ])

  it.each<
    [domain: string, policy: PreparedSend["sender_policy"], refusal: SenderRefusal | undefined]
  >([
    ["free.example", "any", undefined],
    ["ours.example", "any", undefined],
    ["theirs.example", "any", "owned_by_another"],
    ["below.theirs.example", "any", undefined],
    ["free.example", "verified", "not_verified"],
    ["ours.example", "verified", undefined],
    ["theirs.example", "verified", "owned_by_another"],
    ["free.example", "trusted", undefined],
    ["ours.example", "trusted", undefined],
    ["theirs.example", "trusted", undefined]
  ])("at %s, under the policy %s, is refused as %s", (domain, policy, refusal) => {
    expect(senderRefusal(send({ from: `a@${domain}`, policy }), { owners })).toBe(refusal)
  })

  it.each<[title: string, isIt: boolean, known: Parameters<typeof senders>[0]]>([
    ["has no key", true, {}],
    ["has a key for the domain", false, { signed: new Set(["t example.com"]) }],
    ["isn't the one that has a key", true, { signed: new Set(["u example.com"]) }],
    ["has a server of its own", false, { ownServers: new Set(["t"]) }],
    ["isn't the one that has a server of its own", true, { ownServers: new Set(["u"]) }]
  ])("whose tenant %s, leaves its mail unsigned: %s", (_, isIt, known) => {
    expect(isUnsigned(send(), senders(known))).toBe(isIt)
  })

  it("is required unless the operator chose it and signs for it", () => {
    expect(askedSenders([send({ policy: "trusted" })])).toEqual([])
    expect(
      askedSenders([
        send({ policy: "trusted", unsigned: "It leaves unsigned." }),
        send({ from: "a@B\u00fccher.example", tenant: "u" })
      ])
    ).toEqual([
      { tenant_id: "t", domain: "example.com" },
      { tenant_id: "u", domain: "xn--bcher-kva.example" }
    ])
  })
})
