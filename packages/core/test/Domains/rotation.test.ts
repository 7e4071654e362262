import type { DkimStatus } from "@telemark/contract"
import { currentKey, judgeDomain, lackingKeys, type Look, withFreshKeys } from "@telemark/core"
import { describe, expect, it } from "vitest"
import { day, findings, hour, key, readyRecord, record } from "./support/records.js"

const next = key({ selector: "tmnext", state: "next" })
const ed25519 = key({ selector: "tmed", algorithm: "ed25519", state: "next" })
const rotating = readyRecord({ keys: [key(), next] })
const look = (keys: Readonly<Record<string, DkimStatus>>, given: Partial<Look> = {}): Look => ({
  findings: findings({ keys }),
  now: 10 * day,
  begun: given.now ?? 10 * day,
  asked: false,
  random: 0,
  ...given
})
const states = (keys: ReadonlyArray<{ readonly selector: string; readonly state: string }>) =>
  keys.map(({ selector, state }) => `${selector} ${state}`)

describe("rotating a DKIM key", () => {
  it.each([true, false])(
    "uses the new key once its record is seen (requested: %s), and keeps the former one for 7 days",
    (asked) => {
      const rotated = judgeDomain(rotating, look({ tmfirst: "ok", tmnext: "ok" }, { asked }))
      expect(rotated.keys).toEqual([
        { ...next, state: "current" },
        key({ state: "retired", ends_at: 17 * day })
      ])
      expect(rotated).toMatchObject({
        dkim_verified: true,
        verification: { dkim: { selector: "tmnext" }, dkim_others: [] }
      })
    }
  )

  it.each(["missing", "mismatch", "revoked", "multiple", "invalid", "temperror"] as const)(
    "uses the present key while the new record is %s",
    (status) => {
      const waiting = judgeDomain(
        rotating,
        look({ tmfirst: "ok", tmnext: status }, { asked: true })
      )
      expect(waiting.keys).toBe(rotating.keys)
      expect(waiting).toMatchObject({
        dkim_verified: true,
        owned: true,
        verification: { dkim: { selector: "tmfirst" }, dkim_others: [{ status }] }
      })
    }
  )

  it("goes over to the new key also where the present one's record is gone: nothing is lost then", () => {
    const rotated = judgeDomain(
      { ...rotating, dkim_failing_since: 9.5 * day },
      look({ tmfirst: "missing", tmnext: "ok" })
    )
    expect(rotated).toMatchObject({ dkim_verified: true, dkim_failing_since: null, owned: true })
    expect(states(rotated.keys)).toEqual(["tmnext current", "tmfirst retired"])
  })

  it("uses whichever is seen first where none ever was", () => {
    const first = record({ keys: [key(), next] })
    expect(states(judgeDomain(first, look({ tmfirst: "ok", tmnext: "missing" })).keys)).toEqual([
      "tmfirst current",
      "tmnext next"
    ])
    const other = judgeDomain(first, look({ tmfirst: "missing", tmnext: "ok" }))
    expect(states(other.keys)).toEqual(["tmnext current", "tmfirst retired"])
    expect(other.dkim_verified).toBe(true)
  })

  it("forgets a retired key when its time has come, and not before", () => {
    const rotated = judgeDomain(rotating, look({ tmfirst: "ok", tmnext: "ok" }))
    expect(judgeDomain(rotated, look({ tmnext: "ok" }, { now: 17 * day - 1 })).keys).toHaveLength(2)
    expect(states(judgeDomain(rotated, look({ tmnext: "ok" }, { now: 17 * day })).keys)).toEqual([
      "tmnext current"
    ])
  })

  it("never brings a retired key back, whatever is found", () => {
    const rotated = judgeDomain(rotating, look({ tmfirst: "ok", tmnext: "ok" }))
    const gone = judgeDomain(rotated, look({ tmfirst: "ok", tmnext: "missing" }, { asked: true }))
    expect(states(gone.keys)).toEqual(["tmnext current", "tmfirst retired"])
    expect(gone.dkim_verified).toBe(false)
  })
})

describe("an Ed25519 key", () => {
  const both = readyRecord({ keys: [key(), ed25519] })
  const signing = judgeDomain(both, look({ tmfirst: "ok", tmed: "ok" }))

  it("signs once its record is seen, beside the RSA key", () => {
    expect(states(signing.keys)).toEqual(["tmfirst current", "tmed current"])
  })

  it("waits again when its record is gone: after 24 hours, or at once when requested", () => {
    const failing = judgeDomain(signing, look({ tmfirst: "ok", tmed: "missing" }))
    expect(failing.keys[1]).toMatchObject({ state: "current", ends_at: 11 * day })
    expect(failing.next_check_at).toBe(10 * day + hour)
    const unknown = judgeDomain(
      failing,
      look({ tmfirst: "ok", tmed: "temperror" }, { now: 12 * day })
    )
    expect(unknown.keys).toBe(failing.keys)
    expect(
      judgeDomain(failing, look({ tmfirst: "ok", tmed: "missing" }, { now: 11 * day })).keys[1]
    ).toEqual(ed25519)
    expect(
      judgeDomain(failing, look({ tmfirst: "ok", tmed: "ok" }, { now: 11 * day })).keys[1]
    ).toMatchObject({ state: "current", ends_at: null })
    expect(
      judgeDomain(signing, look({ tmfirst: "ok", tmed: "missing" }, { asked: true })).keys[1]
    ).toEqual(ed25519)
  })

  it("decides nothing about dkim_verified", () => {
    expect(
      judgeDomain(both, look({ tmfirst: "ok", tmed: "revoked" }, { asked: true }))
    ).toMatchObject({
      dkim_verified: true,
      owned: true
    })
    expect(
      judgeDomain(both, look({ tmfirst: "missing", tmed: "ok" }, { asked: true }))
    ).toMatchObject({
      dkim_verified: false,
      owned: false
    })
  })

  it("stays when the RSA key is rotated without it, as earlier versions did", () => {
    const rotated = judgeDomain(
      { ...signing, keys: withFreshKeys(signing.keys, [next]) },
      look({ tmfirst: "ok", tmnext: "ok", tmed: "ok" })
    )
    expect(states(rotated.keys)).toEqual(["tmnext current", "tmed current", "tmfirst retired"])
  })
})

describe("an Ed25519 key continues to sign after rotate-dkim: the rotation of both keys", () => {
  const newEd = key({ selector: "tmednext", algorithm: "ed25519", state: "next" })
  const both = readyRecord({
    keys: withFreshKeys([key(), { ...ed25519, state: "current" }], [next, newEd])
  })
  const all = { tmfirst: "ok", tmed: "ok", tmnext: "ok", tmednext: "ok" } as const

  it("adds a key of each, which wait", () => {
    expect(states(both.keys)).toEqual([
      "tmfirst current",
      "tmed current",
      "tmnext next",
      "tmednext next"
    ])
    expect(
      judgeDomain(both, look({ ...all, tmnext: "missing", tmednext: "missing" }, { asked: true }))
        .keys
    ).toBe(both.keys)
  })

  it("retires both former keys for 7 days once the records of the new ones are seen", () => {
    expect(judgeDomain(both, look(all)).keys).toEqual([
      { ...next, state: "current" },
      { ...newEd, state: "current" },
      key({ state: "retired", ends_at: 17 * day }),
      { ...ed25519, state: "retired", ends_at: 17 * day }
    ])
  })

  it("lets the new Ed25519 key sign once its own record is seen, whatever becomes of the RSA one", () => {
    const after = judgeDomain(both, look({ ...all, tmnext: "missing" }))
    expect(states(after.keys)).toEqual([
      "tmfirst current",
      "tmnext next",
      "tmednext current",
      "tmed retired"
    ])
    expect(lackingKeys(after.keys, true)).toEqual([])
  })

  it.each(["missing", "mismatch", "temperror"] as const)(
    "retires the former Ed25519 key with the RSA one where the new one's record is %s: only RSA signs then",
    (status) => {
      const after = judgeDomain(both, look({ ...all, tmednext: status }))
      expect(states(after.keys)).toEqual([
        "tmnext current",
        "tmednext next",
        "tmfirst retired",
        "tmed retired"
      ])
      expect(after).toMatchObject({
        dkim_verified: true,
        next_check_at: 10 * day + 300_000,
        verification: { dkim_others: [{ status }] }
      })
      const later = judgeDomain(after, look({ tmnext: "ok", tmednext: "ok" }, { now: 11 * day }))
      expect(states(later.keys)).toEqual([
        "tmnext current",
        "tmednext current",
        "tmfirst retired",
        "tmed retired"
      ])
    }
  )

  it("never brings the former Ed25519 key back, though its record is still there", () => {
    const after = judgeDomain(both, look(all))
    expect(
      states(judgeDomain(after, look({ ...all, tmednext: "missing" }, { asked: true })).keys)
    ).toEqual(["tmnext current", "tmednext next", "tmfirst retired", "tmed retired"])
  })
})

describe("the keys that a rotation makes", () => {
  it("are an RSA key, unless one is waiting", () => {
    expect(lackingKeys([key()], false)).toEqual(["rsa"])
    expect(lackingKeys([key(), next], false)).toEqual([])
    expect(lackingKeys([key(), key({ state: "retired", ends_at: 1 })], false)).toEqual(["rsa"])
  })

  it("are an Ed25519 key too, where the domain should have one and has none", () => {
    expect(lackingKeys([key()], true)).toEqual(["rsa", "ed25519"])
    expect(lackingKeys([key(), next], true)).toEqual(["ed25519"])
  })

  it.each([true, false])(
    "are one of each where the domain has both, whatever new domains get (Ed25519: %s)",
    (withEd25519) => {
      for (const state of ["next", "current"] as const) {
        expect(lackingKeys([key(), { ...ed25519, state }], withEd25519)).toEqual(["rsa", "ed25519"])
        expect(lackingKeys([key(), { ...ed25519, state }, next], withEd25519)).toEqual(["ed25519"])
      }
      expect(
        lackingKeys([key(), ed25519, next, { ...ed25519, selector: "tmednext" }], withEd25519)
      ).toEqual([])
      expect(
        lackingKeys([key(), key({ ...ed25519, state: "retired", ends_at: 1 })], false)
      ).toEqual(["rsa"])
    }
  )

  it("are thrown away where another rotation was quicker", () => {
    expect(withFreshKeys([key(), next], [key({ selector: "tmlate", state: "next" })])).toEqual([
      key(),
      next
    ])
    const rotating = withFreshKeys([key(), ed25519], [next, { ...ed25519, selector: "tmednext" }])
    expect(
      withFreshKeys(rotating, [
        key({ selector: "tmlate", state: "next" }),
        { ...ed25519, selector: "tmedlate" }
      ])
    ).toBe(rotating)
  })

  it("come behind the one in use", () => {
    expect(currentKey(withFreshKeys([ed25519, key()], [next]))).toEqual(key())
    expect(states(withFreshKeys([ed25519, key()], [next]))).toEqual([
      "tmfirst current",
      "tmed next",
      "tmnext next"
    ])
  })
})
