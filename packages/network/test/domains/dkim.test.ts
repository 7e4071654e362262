import * as FastCheck from "fast-check"
import { describe, expect, it } from "vitest"
import { generateKeyPairSync } from "node:crypto"
import { compareKey } from "../../src/domains/verifyDkim.js"

const rsaKey = () =>
  generateKeyPairSync("rsa", { modulusLength: 1024 })
    .publicKey.export({
      type: "spki",
      format: "der"
    })
    .toString("base64")
const p = rsaKey()
const other = rsaKey()
const ed25519 = generateKeyPairSync("ed25519")
  .publicKey.export({ type: "spki", format: "der" })
  .subarray(-32)
  .toString("base64")
const rsa = { algorithm: "rsa", public_key: p } as const

const half = p.slice(0, 100)
const rest = p.slice(100)

describe("an RSA key", () => {
  it.each([
    ["unchanged", `v=DKIM1; k=rsa; p=${p}`, "ok"],
    ["with a semicolon at its end", `v=DKIM1; k=rsa; p=${p};`, "ok"],
    ["with a semicolon and a space", `v=DKIM1; k=rsa; p=${p}; `, "ok"],
    ["without v=", `k=rsa; p=${p}`, "ok"],
    ["without k=", `v=DKIM1; p=${p}`, "ok"],
    ["without spaces", `v=DKIM1;k=rsa;p=${p}`, "ok"],
    ["with tags in another order", `v=DKIM1; p=${p}; k=rsa`, "ok"],
    ["with white space in the key", `v=DKIM1; k=rsa; p=${half} \t\r\n ${rest}`, "ok"],
    ["with white space around tags", ` v = DKIM1 ; k = rsa ; p = ${p} `, "ok"],
    ["with unknown tags", `v=DKIM1; n=hello; x_1=y; g=*; p=${p}`, "ok"],
    ["with hash algorithms that have ours", `v=DKIM1; h=sha1 : sha256; p=${p}`, "ok"],
    ["for all services", `v=DKIM1; s=*; p=${p}`, "ok"],
    ["for email", `v=DKIM1; s=tlsrpt:email; p=${p}`, "ok"],
    ["for the domain itself alone", `v=DKIM1; t=s; p=${p}`, "ok"],
    ["of somebody else", `v=DKIM1; k=rsa; p=${other}`, "mismatch"],
    ["cut off", `v=DKIM1; k=rsa; p=${half}`, "mismatch"],
    ["with a character changed", `v=DKIM1; k=rsa; p=N${p.slice(1)}`, "mismatch"],
    ["empty", "v=DKIM1; k=rsa; p=", "revoked"],
    ["empty, with a semicolon", "v=DKIM1; p=;", "revoked"],
    ["of another version", `v=DKIM2; k=rsa; p=${p}`, "invalid"],
    ["of a version in lower case", `v=dkim1; k=rsa; p=${p}`, "invalid"],
    ["with v= behind other tags", `k=rsa; v=DKIM1; p=${p}`, "invalid"],
    ["without p=", "v=DKIM1; k=rsa", "invalid"],
    ["of another algorithm", `v=DKIM1; k=ed25519; p=${p}`, "invalid"],
    ["for sha1 alone", `v=DKIM1; h=sha1; p=${p}`, "invalid"],
    ["for another service", `v=DKIM1; s=tlsrpt; p=${p}`, "invalid"],
    ["with a tag twice", `v=DKIM1; p=${p}; p=${p}`, "invalid"],
    ["in quotation marks", `"v=DKIM1; k=rsa; p=${p}"`, "invalid"],
    ["with backslashes", `v=DKIM1\\; k=rsa\\; p=${p}`, "invalid"],
    ["with other characters", `v=DKIM1; k=rsa; p=${half}…${rest}`, "invalid"],
    ["with an empty tag", `v=DKIM1;; p=${p}`, "invalid"],
    ["in place of which is a wildcard's SPF record", "v=spf1 -all", "missing"],
    ["in place of which is a DMARC record", "v=DMARC1; p=none", "invalid"]
  ])("%s: the record is judged", (_title, record, status) => {
    const verdict = compareKey([record], rsa)
    expect([verdict.status, verdict.testing]).toEqual([status, false])
    expect(verdict.message).toMatch(/\.$/)
  })
})

it("an Ed25519 key is compared by its 32 bytes", () => {
  const key = { algorithm: "ed25519", public_key: ed25519 } as const
  expect(compareKey([`v=DKIM1; k=ed25519; p=${ed25519}`], key).status).toBe("ok")
  expect(compareKey([`v=DKIM1; p=${ed25519}`], key)).toMatchObject({
    status: "invalid",
    message: expect.stringContaining("k=ed25519")
  })
})

it("t=y is reported", () => {
  expect(compareKey([`v=DKIM1; t=s : y; p=${p}`], rsa)).toMatchObject({
    status: "ok",
    testing: true
  })
})

it("two records at a name are one too many, whatever the other is", () => {
  expect(compareKey([`v=DKIM1; p=${p}`, `v=DKIM1; p=${other}`], rsa).status).toBe("multiple")
  expect(compareKey(["hello", `v=DKIM1; p=${p}`], rsa).status).toBe("multiple")
  expect(compareKey(["hello", "world"], rsa).status).toBe("missing")
  expect(compareKey([], rsa).status).toBe("missing")
})

it("says where a key was cut off", () => {
  expect(compareKey([`v=DKIM1; k=rsa; p=${half}`], rsa).message).toContain(
    `cut off after 100 of ${String(p.length)} characters`
  )
})

it("finds the key wherever it has white space", () => {
  FastCheck.assert(
    FastCheck.property(
      FastCheck.array(
        FastCheck.tuple(FastCheck.nat(p.length), FastCheck.constantFrom(" ", "\t", "\r\n "))
      ),
      (gaps) => {
        const spaced = gaps.reduce((text, [at, gap]) => text.slice(0, at) + gap + text.slice(at), p)
        expect(compareKey([`v=DKIM1; p=${spaced}`], rsa).status).toBe("ok")
      }
    )
  )
})

it("never finds a key in arbitrary text", () => {
  FastCheck.assert(
    FastCheck.property(
      FastCheck.array(
        FastCheck.oneof(FastCheck.string(), FastCheck.constantFrom("v=DKIM1", ";", "p=", "k=rsa"))
      ),
      (pieces) => {
        expect(compareKey([pieces.join("")], rsa).status).not.toBe("ok")
      }
    )
  )
})
