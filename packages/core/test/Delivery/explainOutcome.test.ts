import {
  classify,
  decideSettlement,
  defaultRetryPolicy,
  DeliveryOutcome,
  type MissingLogin,
  type Stage,
  type TokenRefusal
} from "@telemark/core"
import { describe, expect, it } from "vitest"
import { message } from "./support.js"

const explained = (outcome: DeliveryOutcome) =>
  decideSettlement(message, outcome, {
    policy: defaultRetryPolicy,
    now: 5,
    random: 0.5,
    eventId: "evt_1"
  })

const refused = (
  stage: Stage,
  code: number,
  text: string,
  more: {
    readonly login?: MissingLogin
    readonly tls?: string | null
    readonly token?: TokenRefusal
  } = {}
): DeliveryOutcome =>
  DeliveryOutcome.Refused({
    provider: "smtp",
    stage,
    reply: { code, enhanced: null, text },
    ...more
  })

describe("the explanation of an attempt", () => {
  it.each([
    ["smtputf8_sender", "failed", "5.6.7 The sender's address needs SMTPUTF8"],
    ["smtputf8_recipient", "bounced", "5.6.7 The recipient's address needs SMTPUTF8"],
    [
      "smtputf8_header",
      "bounced",
      "5.6.9 An address in the message's header (Reply-To, To or Cc) needs SMTPUTF8"
    ]
  ] as const)(
    "names the address that needs SMTPUTF8, and suppresses no recipient: %s",
    (reason, status, words) => {
      const settlement = explained(DeliveryOutcome.Unsendable({ provider: "smtp", reason }))
      expect(settlement).toMatchObject({ status, suppress: null, next_attempt_at: null })
      expect(settlement.error_message).toContain(words)
    }
  )

  it("says of a login that is needed but not offered just that", () => {
    const outcome = DeliveryOutcome.Broken({
      provider: "smtp",
      stage: "auth",
      reason: "no_login",
      ambiguous: false,
      tls: null
    })
    expect(explained(outcome).error_message).toBe(
      "The login is needed but not offered: the mail server has no AUTH that takes the configured user name and password."
    )
  })

  it.each([
    ["oauth2_invalid_client", "hop_refuses_us", "The token endpoint refuses the application: "],
    ["oauth2_invalid_grant", "hop_refuses_us", "The token endpoint refuses the refresh token: "],
    ["oauth2_no_mechanism", "hop_refuses_us", "The server offers no AUTH here that takes an "],
    ["oauth2_unreachable", "transient", "The token endpoint could not be reached"]
  ] as const)("says what to do if there is no access token: %s", (reason, verdict, words) => {
    const stage = "auth"
    const outcome = DeliveryOutcome.Broken({ provider: "smtp", stage, reason, ambiguous: false })
    expect(classify(outcome).verdict).toBe(verdict)
    const { error_message, status, suppress } = explained(outcome)
    expect({ status, suppress }).toEqual({ status: "deferred", suppress: null })
    expect(error_message?.startsWith(words)).toBe(true)
  })

  it.each<[string, DeliveryOutcome, string]>([
    [
      "that we have none for",
      refused("mail", 530, "Login required", { login: "not_configured", tls: null }),
      "The mail server needs a login, and no user name and password are configured for it."
    ],
    [
      "that it doesn't offer",
      refused("mail", 530, "Login required", { login: "not_offered", tls: null }),
      "The mail server asks for a login, but offers no AUTH on this connection that takes a user name and a password."
    ],
    [
      "all the same",
      refused("rcpt", 530, "Authentication required"),
      "The mail server asks for a login before it takes the message."
    ],
    [
      "and means TLS",
      refused("mail", 530, "Must issue a STARTTLS command first", {
        login: "not_offered",
        tls: null
      }),
      "The mail server takes mail over TLS only, and the connection was in clear."
    ],
    [
      "and refuses ours",
      refused("auth", 535, "Bad credentials"),
      "The mail server refused the user name or the password."
    ],
    [
      "and refuses our token",
      refused("auth", 535, "Bad credentials", { token: "token_refused" }),
      "The token endpoint gave an access token, but the SMTP server refused it. Check the user name, which is the mailbox, the scope, and whether the application may send for this mailbox."
    ],
    [
      "of another kind",
      refused("auth", 534, "Application-specific password required"),
      "The mail server demands another kind of login; its reply says which."
    ],
    [
      "over TLS",
      refused("auth", 538, "Encryption required"),
      "The mail server takes the login over TLS only."
    ]
  ])("explains the reply of a server that requires a login %s", (_, outcome, sentence) => {
    expect(classify(outcome).verdict).toBe("hop_refuses_us")
    expect(explained(outcome)).toMatchObject({
      status: "deferred",
      suppress: null,
      error_message: sentence
    })
  })

  it("doesn't say twice that it was TLS", () => {
    const outcome = DeliveryOutcome.Broken({
      provider: "smtp",
      stage: "tls",
      reason: "tls",
      ambiguous: false
    })
    expect(explained(outcome).error_message).toBe("TLS with the mail server could not be set up.")
  })
})
