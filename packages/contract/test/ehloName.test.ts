import { EhloName, isFullyQualified, toEhloName } from "@telemark/contract"
import { Schema } from "effect"
import { describe, expect, it } from "vitest"

describe("a name for EHLO", () => {
  it.each([
    ["mail.example.com", "mail.example.com"],
    ["Mail.Example.COM", "mail.example.com"],
    ["mail.bücher.example", "mail.xn--bcher-kva.example"],
    ["web-1", "web-1"],
    ["localhost", "localhost"],
    ["[192.0.2.1]", "[192.0.2.1]"],
    ["[IPv6:2001:DB8:0:0::1]", "[IPv6:2001:db8::1]"],
    ["[ipv6:::1]", "[IPv6:::1]"]
  ])("%j is %j", (text, name) => {
    expect(toEhloName(text)).toBe(name)
    expect(Schema.is(EhloName)(text)).toBe(true)
  })

  it.each([
    "",
    " ",
    ".",
    "mail.",
    "mail.example.com.",
    "-mail",
    "mail server",
    "mail\texample.com",
    "mail.example.com\r\nMAIL FROM:<a@b.c>",
    "a_b",
    "1",
    "192.0.2.1",
    "2001:db8::1",
    "[]",
    "[192.0.2]",
    "[192.0.2.256]",
    "[192.0.2.1",
    "192.0.2.1]",
    "[0x7f.0.0.1]",
    "[127.1]",
    "[2001:db8::1]",
    "[IPv6:]",
    "[IPv6:192.0.2.1]",
    "[IPv6:fe80::1%eth0]",
    "[mail.example.com]",
    "x".repeat(64),
    `${"x".repeat(63)}.`.repeat(4),
    `[IPv6:${"0".repeat(300)}::1]`
  ])("%j is none", (text) => {
    expect(toEhloName(text)).toBeUndefined()
    expect(Schema.is(EhloName)(text)).toBe(false)
  })

  it("is fully qualified if others can know it", () => {
    expect(
      ["mail.example.com", "example.com", "mail.bücher.example"].filter(
        (name) => !isFullyQualified(name)
      )
    ).toEqual([])
    expect(
      [
        "web-1",
        "localhost",
        "localhost.localdomain",
        "web.local",
        "web.internal",
        "box.home.arpa",
        "box.lan",
        "[192.0.2.1]",
        "192.0.2.1",
        ""
      ].filter(isFullyQualified)
    ).toEqual([])
  })
})
