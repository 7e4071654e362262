import { describe, expect, it } from "vitest"
import { providerMessageId } from "../src/providers.js"

describe("the id that a provider gives a message", () => {
  it.each([
    [
      "email-smtp.eu-west-1.amazonaws.com",
      "smtp",
      "250 Ok 0102018f0a1b2c3d-4e5f-000000",
      "0102018f0a1b2c3d-4e5f-000000"
    ],
    [
      "vpce-1.email-smtp.eu-west-1.vpce.amazonaws.com",
      "ses",
      "250 OK 0102018f0a1b2c3d-4e5f-000000 ",
      "0102018f0a1b2c3d-4e5f-000000"
    ],
    [
      "smtp.sendgrid.net",
      "smtp",
      "250 Ok: queued as ZWhLwTJjS7q0eK2dcEDpqw",
      "ZWhLwTJjS7q0eK2dcEDpqw"
    ],
    [
      "smtp.example.com",
      "sendgrid",
      "250 Ok: queued as ZWhLwTJjS7q0eK2dcEDpqw",
      "ZWhLwTJjS7q0eK2dcEDpqw"
    ],
    ["smtp.example.com", "smtp", "250 Ok 0102018f0a1b2c3d-4e5f-000000", undefined],
    ["smtp.mailgun.org", "mailgun", "250 Great success", undefined],
    ["smtp.sendgrid.net", "smtp", "250 Ok", undefined],
    ["smtp.sendgrid.net", "smtp", `250 Ok: queued as ${"x".repeat(256)}`, undefined],
    ["smtp.sendgrid.net", "smtp", "250 Ok: queued as \u0000abcdefgh", undefined]
  ])("of %s, which is called %s and says %j, is %s", (host, provider, response, id) => {
    expect(providerMessageId(host, provider, response)).toBe(id)
  })
})
