import { smtpProviders } from "@telemark/smtp"
import { describe, expect, it } from "vitest"
import { fieldsFor, hintFor, rewrittenBy } from "../src/providers.js"

describe("the hint for a provider", () => {
  const sendgrid = { provider: "sendgrid", host: "smtp.sendgrid.net", port: 587 }

  it("describes the login if that was refused", () => {
    expect(hintFor(sendgrid, "auth")).toBe(
      "SendGrid: The user name is the word apikey, the password an API key that may send mail."
    )
  })

  it.each(["dns", "connect", "greeting", "tls", "timeout", "protocol", "policy"] as const)(
    "names host and port at the stage %s, if different",
    (stage) => {
      const expected = "SendGrid: the host is smtp.sendgrid.net, the port 465, 587, 25 or 2525."
      expect(hintFor({ ...sendgrid, host: "sendgrid.com" }, stage)).toBe(expected)
      expect(hintFor({ ...sendgrid, port: 2465 }, stage)).toBe(expected)
      expect(hintFor(sendgrid, stage)).toBeUndefined()
    }
  )

  it("recognises hosts that differ by region, and no others that look like them", () => {
    const at = (host: string) => hintFor({ provider: "ses", host, port: 587 }, "connect")
    expect(at("email-smtp.eu-west-1.amazonaws.com")).toBeUndefined()
    for (const host of [
      "email-smtp.amazonaws.com",
      "email-smtp..amazonaws.com",
      "email-smtp.eu-west-1.amazonaws.com.example.com"
    ]) {
      expect(at(host)).toBe(
        "Amazon SES: the host is email-smtp.<region>.amazonaws.com, the port 465, 587, 25 or 2587."
      )
    }
  })

  it.each(["custom", "our own", "", "constructor", "__proto__", "toString"])(
    "isn't there for %j",
    (provider) => {
      expect(hintFor({ ...sendgrid, provider }, "auth")).toBeUndefined()
      expect(fieldsFor("mail.example.com", provider)).toBeUndefined()
    }
  )

  it.each(["SES", " ses ", "Ses"])("is found for %j as for ses", (provider) =>
    expect(hintFor({ ...sendgrid, provider }, "auth")).toMatch(/^Amazon SES: /)
  )

  it("repeats nothing of the given values", () => {
    for (const provider of Object.keys(smtpProviders)) {
      for (const stage of ["auth", "connect"] as const)
        expect(hintFor({ provider, host: "inside.example", port: 9999 }, stage)).not.toMatch(
          /inside|9999/
        )
    }
  })
})

describe("the fields for a provider, by which its feedback names a message", () => {
  it.each([
    ["ses", "X-SES-MESSAGE-TAGS: telemark_id=em_1\r\n"],
    ["sendgrid", 'X-SMTPAPI: {"unique_args":{"telemark_id":"em_1"}}\r\n'],
    ["mailgun", 'X-Mailgun-Variables: {"telemark_id":"em_1"}\r\n'],
    ["postmark", "X-PM-Metadata-telemark-id: em_1\r\nX-PM-KeepID: true\r\n"],
    ["resend", "X-Telemark-Id: em_1\r\n"],
    ["brevo", "X-Mailin-custom: telemark_id:em_1\r\n"],
    ["mailjet", "X-MJ-CustomID: em_1\r\n"],
    ["sparkpost", 'X-MSYS-API: {"metadata":{"telemark_id":"em_1"}}\r\n'],
    ["gmail", ""]
  ] as const)("of %s are %j", (provider, fields) => {
    expect(fieldsFor("mail.example.com", provider)?.("em_1")).toBe(fields)
    const [host] = smtpProviders[provider].hosts
    expect(fieldsFor(host.replace("<region>", "eu-west-1"))?.("em_1")).toBe(fields)
    expect(fieldsFor(host.replace("<region>", "eu-west-1"), provider)?.("em_1")).toBe(fields)
  })

  it.each(Object.keys(smtpProviders))(
    "of %s are one line each, whatever id a message may have",
    (provider) => {
      expect(fieldsFor("mail.example.com", provider)?.(`em_${"f".repeat(61)}`)).toMatch(
        /^(?:[A-Za-z-]+: [\x20-\x7e]{1,130}\r\n)*$/
      )
    }
  )
})

describe("the fields that a server writes anew", () => {
  const both = ["date", "message-id"]

  it.each([
    ["ses", both],
    ["SES", both],
    ["resend", both],
    ["postmark", ["message-id"]],
    ["sendgrid", []],
    ["mailgun", []],
    ["brevo", ["message-id"]],
    ["gmail", []],
    ["mailjet", both],
    ["sparkpost", both],
    ["custom", []],
    ["constructor", []]
  ] as const)("are known by the provider's name: of %s %j", (provider, fields) =>
    expect(rewrittenBy("mail.example.com", provider)).toStrictEqual(fields)
  )

  it.each([
    ["email-smtp.eu-west-1.amazonaws.com", both],
    ["email-smtp-fips.us-east-1.amazonaws.com", both],
    ["vpce-0a.email-smtp.us-east-1.vpce.amazonaws.com", both],
    ["smtp.resend.com", both],
    ["smtp-broadcasts.postmarkapp.com", ["message-id"]],
    ["in-v3.mailjet.com", both],
    ["smtp.eu.sparkpostmail.com", both],
    ["smtp.sendgrid.net", []],
    ["amazonaws.com.example.com", []],
    ["notamazonaws.com", []],
    ["resend.com.example.com", []],
    ["127.0.0.1", []]
  ] as const)("are known by its host: of %s %j", (host, fields) =>
    expect(rewrittenBy(host)).toStrictEqual(fields)
  )

  it("are recognised by its host whatever the provider is called", () => {
    expect(new Set(rewrittenBy("email-smtp.eu-west-1.amazonaws.com", "postmark"))).toStrictEqual(
      new Set(both)
    )
  })
})
