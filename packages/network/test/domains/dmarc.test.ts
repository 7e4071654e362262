import { Effect } from "effect"
import * as FastCheck from "fast-check"
import { describe, expect, it } from "vitest"
import {
  applicable,
  namesUpward,
  parsePolicy,
  type Step,
  walkUp
} from "../../src/domains/DmarcRecord.js"
import { dmarcFinding } from "../../src/domains/verifyDmarc.js"

type Texts = Readonly<Record<string, ReadonlyArray<string>>>

const walk = (domain: string, texts: Texts) => {
  const asked: Array<string> = []
  const steps: ReadonlyArray<Step> = Effect.runSync(
    walkUp(domain, (name) => {
      asked.push(name)
      return Effect.succeed(texts[name] ?? [])
    })
  )
  return { asked, steps, at: applicable(steps)?.domain }
}

const find = (domain: string, texts: Texts, exists = true) =>
  dmarcFinding(domain, exists, walk(domain, texts).steps)

describe("the way up", () => {
  it("asks every name from the domain up to the last label", () => {
    expect(walk("a.mail.example.com", {}).asked).toEqual([
      "_dmarc.a.mail.example.com",
      "_dmarc.mail.example.com",
      "_dmarc.example.com",
      "_dmarc.com"
    ])
  })

  it("asks eight names of a long domain, and leaves out those between it and the last seven labels", () => {
    expect(namesUpward("a.b.c.d.e.f.g.h.i.example.com")).toEqual([
      "a.b.c.d.e.f.g.h.i.example.com",
      "e.f.g.h.i.example.com",
      "f.g.h.i.example.com",
      "g.h.i.example.com",
      "h.i.example.com",
      "i.example.com",
      "example.com",
      "com"
    ])
    expect(namesUpward("a.b.c.d.e.f.example.com")).toHaveLength(8)
  })

  it("never asks more than eight names, each above the one before", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.integer({ min: 1, max: 127 }), (count) => {
        const names = namesUpward(
          Array.from({ length: count }, (_, at) => `l${String(at)}`).join(".")
        )
        expect(names.length).toBe(Math.min(count, 8))
        names.slice(1).forEach((name, at) => expect(names[at]).toMatch(new RegExp(`\\.${name}$`)))
      })
    )
  })

  it("ends at the domain's own record", () => {
    expect(
      walk("mail.example.com", { "_dmarc.mail.example.com": ["v=DMARC1; p=none"] })
    ).toMatchObject({ asked: ["_dmarc.mail.example.com"], at: "mail.example.com" })
  })

  it("skips records that don't say whether they are a public suffix: the uppermost is that of the organization", () => {
    expect(
      walk("a.mail.example.com", {
        "_dmarc.mail.example.com": ["v=DMARC1; p=reject"],
        "_dmarc.example.com": ["v=DMARC1; p=none"]
      }).at
    ).toBe("example.com")
  })

  it("ends at psd=n", () => {
    const { asked, at } = walk("a.mail.example.com", {
      "_dmarc.mail.example.com": ["v=DMARC1; p=reject; psd=n"],
      "_dmarc.example.com": ["v=DMARC1; p=none"]
    })
    expect([at, asked.length]).toEqual(["mail.example.com", 2])
  })

  it("takes the record below psd=y, else that of the public suffix itself", () => {
    const suffix = { "_dmarc.bank": ["v=DMARC1; p=reject; psd=y"] }
    expect(
      walk("mail.example.bank", { ...suffix, "_dmarc.example.bank": ["v=DMARC1; p=none"] }).at
    ).toBe("example.bank")
    expect(
      walk("a.mail.example.bank", { ...suffix, "_dmarc.mail.example.bank": ["v=DMARC1; p=none"] })
        .at
    ).toBe("bank")
    expect(walk("example.bank", suffix).at).toBe("bank")
  })

  it("counts several records at a name as none there", () => {
    const two = ["v=DMARC1; p=none", "v=DMARC1; p=reject"]
    expect(
      walk("mail.example.com", {
        "_dmarc.mail.example.com": two,
        "_dmarc.example.com": ["v=DMARC1; p=none"]
      }).at
    ).toBe("example.com")
    expect(walk("mail.example.com", { "_dmarc.example.com": two }).at).toBe(undefined)
  })
})

describe("a record", () => {
  it.each([
    ["v=DMARC1; p=none;", "none"],
    ["v=DMARC1", "none"],
    ["v=DMARC1;", "none"],
    ["V = DMARC1 ;P=Reject", "reject"],
    ["v=DMARC1; rua=mailto:a@example.com; p=quarantine; unknown=1; ri", "quarantine"],
    ["v=dmarc1; p=none", undefined],
    ["v=DMARC1 p=none", undefined],
    ["p=none; v=DMARC1", undefined],
    ["v=DMARC10; p=none", undefined],
    ["v=spf1 -all", undefined],
    ["", undefined]
  ])("%s has the policy %s", (text, policy) => expect(parsePolicy(text)?.policy).toBe(policy))

  it("reports which of its policies is invalid", () => {
    expect(
      ["v=DMARC1; p=rejct", "v=DMARC1; p=none; sp=", "v=DMARC1; np=all", "v=DMARC1; p=none"].map(
        (text) => parsePolicy(text)?.wrong
      )
    ).toEqual(["p", "sp", "np", undefined])
  })
})

describe("what is found", () => {
  const above = { "_dmarc.example.com": ["v=DMARC1; p=reject; sp=quarantine; np=none"] }

  it("the domain's own policy", () => {
    expect(find("example.com", above)).toMatchObject({
      verified: true,
      status: "ok",
      host: "_dmarc.example.com",
      expected: "v=DMARC1; p=none;",
      found: above["_dmarc.example.com"][0],
      found_at: "example.com",
      policy: "reject",
      inherited: false
    })
  })

  it("that for names below, by whether they exist", () => {
    expect(find("mail.example.com", above)).toMatchObject({
      verified: true,
      status: "ok",
      host: "_dmarc.mail.example.com",
      found_at: "example.com",
      policy: "quarantine",
      inherited: true
    })
    expect(find("mail.example.com", above, false)).toMatchObject({ policy: "none" })
    expect(
      find("mail.example.com", { "_dmarc.example.com": ["v=DMARC1; p=reject"] }, false)
    ).toMatchObject({ policy: "reject" })
  })

  it("nothing", () => {
    expect(find("example.com", {})).toMatchObject({
      verified: false,
      status: "missing",
      found: null,
      found_at: null,
      policy: null,
      inherited: false
    })
  })

  it("several at the domain, and nothing above", () => {
    expect(
      find("example.com", { "_dmarc.example.com": ["v=DMARC1; p=none", "v=DMARC1; p=none;"] })
    ).toMatchObject({
      verified: false,
      status: "multiple",
      found: "v=DMARC1; p=none | v=DMARC1; p=none;",
      policy: null
    })
  })

  it("other text beside the record doesn't matter", () => {
    expect(
      find("example.com", { "_dmarc.example.com": ["verification=1", "v=DMARC1; p=none"] })
    ).toMatchObject({ status: "ok", found: "v=DMARC1; p=none" })
  })

  it.each([
    ["v=DMARC1; p=none;", "has no rua"],
    ["v=DMARC1; p=reject; ruf=mailto:a@example.com", "has no rua"],
    ["v=DMARC1; p=none; rua=", "is not a mailto: address"],
    ["v=DMARC1; p=none; rua=dmarc@example.com", "is not a mailto: address"],
    ["v=DMARC1; p=none; rua=https://example.com/reports", "is not a mailto: address"]
  ])("a record that sends its owner no reports, with advice to add rua: %s", (text, advice) => {
    const { message, status } = find("example.com", { "_dmarc.example.com": [text] })
    expect([status, message]).toEqual(["ok", expect.stringContaining(advice)])
    expect(message).toContain("rua=mailto:dmarc@example.com.")
  })

  it.each([
    "v=DMARC1; p=none; rua=mailto:dmarc@example.com",
    "v=DMARC1; p=none; RUA = MAILTO:a@example.com!10m , https://example.com/x",
    "v=DMARC1; p=none; rua=https://example.com/x,mailto:a@reports.example"
  ])("a record with reports, without advice: %s", (text) => {
    expect(find("example.com", { "_dmarc.example.com": [text] }).message).toBe(
      "The domain has a policy: none, which asks receivers for nothing."
    )
  })

  it("no reports of the policy above, with advice about the record there", () => {
    expect(find("mail.example.com", above).message).toContain(
      "The record of example.com has no rua"
    )
  })

  it("a record that can't be read", () => {
    expect(find("example.com", { "_dmarc.example.com": ["v=dmarc1; p=none"] })).toMatchObject({
      verified: false,
      status: "invalid",
      found: "v=dmarc1; p=none"
    })
    expect(find("example.com", { "_dmarc.example.com": ["v=DMARC1; p=rejct"] })).toMatchObject({
      verified: false,
      status: "invalid",
      found_at: "example.com",
      policy: null
    })
  })
})
