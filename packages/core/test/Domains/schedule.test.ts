import { nextCheckAt } from "@telemark/core"
import { describe, expect, it } from "vitest"
import { day, hour, key, readyRecord, record } from "./support/records.js"

const minutes = 60_000
const next = (created_at: number) => key({ selector: "tmnext", state: "next", created_at })
const ed25519 = (state: "next" | "current", ends_at: number | null) =>
  key({ selector: "tmed", algorithm: "ed25519", state, ends_at })

describe("a domain is looked at again", () => {
  it.each([
    ["a domain added just now", record(), 0, 5 * minutes],
    ["one that was added 14 days ago almost", record(), 14 * day - 1, 5 * minutes],
    ["one that was added 14 days ago and never was ready", record(), 14 * day, day],
    ["one with SPF alone", record({ spf_verified: true }), 0, 5 * minutes],
    ["one that is ready", readyRecord(), 0, day],
    ["an old one that is ready no longer", record({ verified_at: 1 }), 90 * day, hour],
    [
      "one whose new key's record is waited for",
      readyRecord({ keys: [key(), next(90 * day)] }),
      91 * day,
      5 * minutes
    ],
    [
      "one whose new key's record never came",
      readyRecord({ keys: [key(), next(76 * day)] }),
      90 * day,
      day
    ],
    [
      "one whose former key is retired",
      readyRecord({ keys: [key(), key({ state: "retired", ends_at: 97 * day })] }),
      90 * day,
      day
    ],
    ["one whose SPF is failing", readyRecord({ spf_failing_since: 90 * day }), 90 * day, hour],
    ["one whose DMARC is failing", readyRecord({ dmarc_failing_since: 90 * day }), 90 * day, hour],
    [
      "one whose Ed25519 key's record is gone",
      readyRecord({ keys: [key(), ed25519("current", 91 * day)] }),
      90 * day,
      hour
    ],
    [
      "one whose Ed25519 key's record never was there",
      readyRecord({ keys: [key(), ed25519("next", null)] }),
      0,
      day
    ],
    [
      "one whose new Ed25519 key's record is waited for, after the RSA key was replaced",
      readyRecord({
        keys: [
          key(),
          { ...ed25519("next", null), created_at: 90 * day },
          { ...ed25519("next", 97 * day), selector: "tmold", state: "retired" }
        ]
      }),
      91 * day,
      5 * minutes
    ],
    [
      "a young one that isn't ready and fails besides",
      record({ dkim_verified: true, dkim_failing_since: 0 }),
      0,
      5 * minutes
    ]
  ])("%s", (_, domain, now, after) => {
    expect(nextCheckAt(domain, now, 0)).toBe(now + after)
  })

  it("up to a tenth later, so that domains added together spread", () => {
    expect(nextCheckAt(readyRecord(), 0, 0.5)).toBe(25.2 * hour)
    expect(nextCheckAt(readyRecord(), 0, 1)).toBe(26.4 * hour)
  })
})
