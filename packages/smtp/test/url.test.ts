import { InvalidSmtpUrl, smtp } from "@telemark/smtp"
import { Effect, Layer, Redacted, Result } from "effect"
import { describe, expect, it } from "vitest"
import { parseSmtpUrl } from "../src/conversation/smtpUrl.js"

const read = (url: string) => {
  const server = Result.getOrThrow(parseSmtpUrl(url))
  const { credentials, ...rest } = server
  return {
    ...rest,
    credentials:
      credentials === null ? null : [credentials.user, Redacted.value(credentials.password)]
  }
}

describe("the URL of an SMTP server", () => {
  it.each([
    [
      "smtp://localhost",
      { host: "localhost", port: 25, implicitTls: false, tls: "opportunistic", credentials: null }
    ],
    [
      "smtp://user:p%40ss%3A%2F@mail.example.com",
      {
        host: "mail.example.com",
        port: 587,
        implicitTls: false,
        tls: "required",
        credentials: ["user", "p@ss:/"]
      }
    ],
    [
      "smtp://user:pass@mail.example.com:2525?tls=none",
      {
        host: "mail.example.com",
        port: 2525,
        implicitTls: false,
        tls: "none",
        credentials: ["user", "pass"]
      }
    ],
    [
      "smtp://mail.example.com/?tls=required",
      { host: "mail.example.com", port: 25, implicitTls: false, tls: "required", credentials: null }
    ],
    [
      "smtps://mail.example.com",
      { host: "mail.example.com", port: 465, implicitTls: true, tls: "required", credentials: null }
    ],
    [
      "smtps://mail.example.com?tls=opportunistic",
      {
        host: "mail.example.com",
        port: 465,
        implicitTls: true,
        tls: "opportunistic",
        credentials: null
      }
    ],
    [
      "smtp://192.0.2.1:25",
      { host: "192.0.2.1", port: 25, implicitTls: false, tls: "opportunistic", credentials: null }
    ],
    [
      "smtp://[2001:db8::1]:25",
      { host: "2001:db8::1", port: 25, implicitTls: false, tls: "opportunistic", credentials: null }
    ],
    [
      "smtp://Bücher.example",
      {
        host: "xn--bcher-kva.example",
        port: 25,
        implicitTls: false,
        tls: "opportunistic",
        credentials: null
      }
    ],
    [
      "smtp://mail-relay:25",
      { host: "mail-relay", port: 25, implicitTls: false, tls: "opportunistic", credentials: null }
    ]
  ])("reads %s", (url, server) => {
    expect(read(url)).toStrictEqual(server)
  })

  it.each([
    ["", "is not a URL"],
    ["mail.example.com:587", "must begin with smtp:// or smtps://"],
    ["https://user:secret@mail.example.com", "must begin with smtp:// or smtps://"],
    ["smtp://", "names no host"],
    ["smtp://user:secret@-bad-/", "names no valid host"],
    ["smtp://user:secret@mail.example.com:0", "names no valid port"],
    ["smtp://user@mail.example.com", "needs both a user and a password, or neither"],
    ["smtp://:secret@mail.example.com", "needs both a user and a password, or neither"],
    ["smtp://user:secret%0D%0A@mail.example.com", "needs both a user and a password, or neither"],
    [
      "smtp://user:secret%@mail.example.com",
      "has a percent sign that begins no escape: percent-encode special characters of user and password, % as %25"
    ],
    [
      "smtp://user:sec/ret+1@mail.example.com:587",
      "can't be read as a URL: percent-encode special characters of user and password, / as %2F, % as %25, @ as %40"
    ],
    ["smtp://user:secret@mail.example.com/inbox", "must end after the host and port"],
    ["smtp://user:secret@mail.example.com?tls=maybe", "has an invalid tls parameter"],
    ["smtps://user:secret@mail.example.com?tls=none", "has an invalid tls parameter"],
    ["smtp://user:secret@mail.example.com?pool=true", "has a parameter other than tls"]
  ])("refuses %s", (url, reason) => {
    expect(Result.flip(parseSmtpUrl(url))).toStrictEqual(
      Result.succeed(new InvalidSmtpUrl({ reason }))
    )
  })

  it("fails the layer with a message that says what it takes, and no password", async () => {
    const built = Effect.scoped(
      Layer.build(smtp({ url: Redacted.make("smtp://user:s3cret@mail.example.com/x") }))
    )
    const error = await Effect.runPromise(Effect.flip(built))
    expect(error).toBeInstanceOf(InvalidSmtpUrl)
    expect(error.message).toContain("smtp://user:password@host:587")
    expect(JSON.stringify(error) + error.message + String(error.stack)).not.toContain("s3cret")
  })
})
