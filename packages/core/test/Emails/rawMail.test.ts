import { atOnce } from "../../src/kernel/timeSlices.js"
import { checkRaw, type RawMail } from "../../src/sending/emails/rawMail.js"
import { Result } from "effect"
import { describe, expect, it } from "vitest"

const check = (source: string | Uint8Array) =>
  atOnce(checkRaw(typeof source === "string" ? Buffer.from(source, "latin1") : source))

const accepted = (source: string): RawMail => Result.getOrThrow(check(source))
const sourceOf = (source: string): string => Buffer.from(accepted(source).source).toString("latin1")

const refusal = (source: string | Uint8Array): string => {
  const result = check(source)
  return Result.isFailure(result) ? result.failure.message : "accepted"
}

const head = "From: Shop <shop@example.com>\r\n"

describe("a complete mail", () => {
  it.each([
    ["with CRLF", `${head}Subject: a\r\n\r\nHello\r\n`],
    ["with octets beyond ASCII in its body", `${head}\r\n\xff\xfe\x80\r\n`],
    ["without a body", head],
    ["with an empty body", `${head}\r\n`],
    [
      "with folds, trace fields and a signature",
      `Received: by a\r\n\tfor b\r\nDKIM-Signature: v=1\r\n${head}\r\nx\r\n`
    ]
  ])("%s is kept octet for octet", (_, source) => {
    expect(sourceOf(source)).toBe(source)
  })

  it.each([
    ["From: a@example.com\n\na\nb", "From: a@example.com\r\n\r\na\r\nb\r\n"],
    ["From: a@example.com\r\rb\n\r\nc\r\n", "From: a@example.com\r\n\r\nb\r\n\r\nc\r\n"]
  ])("has every line end as CRLF: %j", (source, expected) => {
    expect(sourceOf(source)).toBe(expected)
  })

  it("keeps the octets that were given if nothing changes", () => {
    const given = Buffer.from(`${head}\r\nHello\r\n`)
    expect(Result.getOrThrow(check(given)).source).toBe(given)
  })

  it.each([
    ["From: a@example.com", { name: null, address: "a@example.com" }],
    ['From: "Doe, J." <a@example.com>', { name: "Doe, J.", address: "a@example.com" }],
    [
      "From: =?utf-8?Q?J=C3=BCrgen?=\r\n <a@example.com>",
      { name: "Jürgen", address: "a@example.com" }
    ],
    ["FROM:\ta@example.com", { name: null, address: "a@example.com" }]
  ])("is from the mailbox of its From field: %j", (from, expected) => {
    expect(accepted(`${from}\r\n\r\n`).sender).toStrictEqual(expected)
  })

  it.each([
    ["Subject: =?utf-8?B?w5xiZXI=?= 5 =?utf-8?Q?=E2=82=AC?=", "Über 5 €"],
    ["Subject: a\r\n b", "a b"],
    ["subject:", ""],
    ["X: y", ""]
  ])("has a subject for the log: %j", (subject, expected) => {
    expect(accepted(`${head}${subject}\r\n\r\n`).subject).toBe(expected)
  })

  it("leaves out what a relay takes as instructions, and who gets a blind copy", () => {
    const mail = `Bcc: eve@example.com,\r\n mallory@example.com\r\n${head}X-MSYS-API: {}\r\nReturn-Path: <a@b.c>\r\nX-Own: 1\r\n\r\nHello\r\n`
    const { dropped, source } = accepted(mail)
    expect(dropped).toStrictEqual(["Bcc", "X-MSYS-API", "Return-Path"])
    expect(Buffer.from(source).toString()).toBe(`${head}X-Own: 1\r\n\r\nHello\r\n`)
  })

  const refused: ReadonlyArray<readonly [source: string, why: string]> = [
    ["", "header fields"],
    ["\r\nHello", "header fields"],
    ["Hello", "header fields"],
    [`From shop@example.com Mon\r\n${head}\r\n`, "header fields"],
    [`X Y: z\r\n${head}\r\n`, "header fields"],
    [`${head}X: a\x07\r\n\r\n`, "header fields"],
    [`${head}X: a\r\n \t\r\nY: b\r\n\r\n`, "line of blanks"],
    ["Subject: a\r\n\r\n", "From field"],
    ["From:\r\n\r\n", "From field"],
    ["From: a@example.com, b@example.com\r\n\r\n", "From field"],
    ["From: victim@example.org, x <a@example.com>\r\n\r\n", "From field"],
    ["From: victim@example.org:; <a@example.com>\r\n\r\n", "From field"],
    ["From: (victim@example.org) <a@example.com>\r\n\r\n", "From field"],
    ["From: group: a@example.com;\r\n\r\n", "From field"],
    ['From: "x" victim@example.org:; <a@example.com>\r\n\r\n', "From field"],
    ['From: "x" (victim@example.org) <a@example.com>\r\n\r\n', "From field"],
    ["From: <a@example.com> <b@example.com>\r\n\r\n", "From field"],
    [`${head}from: b@example.com\r\n\r\n`, "once"],
    [`${head}To: a\r\nTo: b\r\n\r\n`, "once"],
    [`${head}Content-Type: a/b\r\nContent-Type: c/d\r\n\r\n`, "once"],
    [`${head}\r\na\0b`, "NUL"],
    [`${head}\r\n${"a".repeat(999)}\r\n`, "998 octets"],
    [`${head}X: \xff\r\n\r\n`, "UTF-8"],
    [`${head}\n${"\n".repeat(8 * 1024 * 1024)}`, "octets, with CRLF"],
    [head.repeat(1) + "X: y\r\n".repeat(50_000), "head of at most"]
  ]
  // Reports have these names: one source alone would take 16 MB of each.
  it.each(refused.map(([source, why]) => [source.slice(0, 80), source, why] as const))(
    "%j is refused",
    (_, source, why) => {
      expect(refusal(source)).toContain(why)
    }
  )

  it.each([
    ["empty lines", `${head}\r\n${"\n".repeat(4 * 1024 * 1024)}`, 48],
    ["lines of its head", "a\r\n".repeat(1024 * 1024), 12],
    ["fields", head + "a:\r\n".repeat(60_000), 28],
    ["fields of one kind", head + "content-a:\r\n".repeat(20_000), 4]
  ])("is looked at in short steps, however many %s it has", (_, source, least) => {
    const steps = checkRaw(Buffer.from(source, "latin1"))
    let taken = 0
    while (steps.next().done !== true) taken++
    expect(taken).toBeGreaterThanOrEqual(least)
  })

  it("says nothing of what was given", () => {
    expect(refusal("From: secret@example.com, other@example.com\r\n\r\n")).not.toContain("secret")
  })
})
