import type { FeedbackProviderName } from "@telemark/contract"
import { isId, readReply, type Verdict } from "@telemark/core"
import { describe, expect, it } from "vitest"
import { feedbackProviders } from "../../src/reader/layerFeedbackReader.js"
import { fixtureNames, readFixture, svixId } from "./support.js"

const email_id = "em_0199a3c45e7b7c3d8f2a1b4c5d6e7f80"
const own = `${email_id}@mail.example.com`
const userAgent = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
const link = "https://www.example.com/orders/7"
const digest: unknown = expect.stringMatching(/^[\w-]{43}$/)
const at = Date.parse("2026-11-20T08:00:05Z")

/** What the reports of a provider share; `key` where events have ids. */
const shared: Readonly<Record<FeedbackProviderName, object>> = {
  ses: {
    message: {
      email_id,
      message_id: own,
      provider_id: "0102019a7c1d5e2f-6b0c3f4a-1d2e-4f5a-8b9c-0d1e2f3a4b5c-000000"
    },
    recipient: "ada@example.org",
    at: at + 456,
    key: "22b80b92-fdea-4c2c-8f9d-bdfb0c7bf324"
  },
  sendgrid: {
    message: { email_id, message_id: own, provider_id: "sV4aQ8mTQh2nB7cD9eF0gA" },
    recipient: "ada@example.org",
    at,
    key: digest
  },
  mailgun: {
    message: { email_id, message_id: own },
    recipient: "ada@example.org",
    at: at + 218,
    key: "Ase7i2zsRYeDXztHGENqRA"
  },
  postmark: {
    message: { email_id, provider_id: "7b0d7a4e-2f3c-4e5d-9a6b-1c2d3e4f5a6b" },
    recipient: "ada@example.org",
    at: at + 456,
    key: digest
  },
  resend: {
    message: {
      email_id,
      message_id: "0102019a7c1d5e2f@eu-west-1.amazonses.com",
      provider_id: "4ef9a417-02e9-4d39-ad75-9611e0fcc33c"
    },
    recipient: "ada@example.org",
    at: at + 456,
    key: svixId
  },
  brevo: {
    message: {
      email_id,
      message_id: "202611200800.12345678901@smtp-relay.mailin.fr",
      provider_id: "202611200800.12345678901@smtp-relay.mailin.fr"
    },
    recipient: "ada@example.org",
    at,
    key: digest
  },
  mailjet: {
    message: { email_id, provider_id: "1ab23cd4-e567-8901-2345-6789f0gh1i2j" },
    recipient: "ada@example.org",
    at,
    key: digest
  },
  sparkpost: {
    message: { email_id, provider_id: "000443ee14578172be22" },
    recipient: "Ada@example.org",
    at,
    key: "92356927693813856"
  }
}

const bounced = (verdict: Verdict, smtp_response?: string, more: object = {}) => ({
  kind: "bounced",
  verdict,
  ...(smtp_response === undefined ? {} : { smtp_response }),
  ...more
})
const delivered = (smtp_response?: string) => ({
  kind: "delivered",
  ...(smtp_response === undefined ? {} : { smtp_response })
})
const deferred = (smtp_response?: string) => ({
  kind: "deferred",
  ...(smtp_response === undefined ? {} : { smtp_response })
})
const opened = (
  machine?: boolean,
  user_agent: string | undefined = machine === true ? "Mozilla/5.0" : userAgent
) => ({ kind: "opened", user_agent, ...(machine === undefined ? {} : { machine }) })
const clicked = { kind: "clicked", link, user_agent: userAgent }
const complained = { kind: "complained" }
const unsubscribed = { kind: "unsubscribed" }

const sesBounce = { key: "0102019a7c1d6f30-7c1d4a5b-2e3f-4a6b-9c0d-1e2f3a4b5c6d-000000" }
const sesComplaint = { key: "0102019a7c1d7041-8d2e5b6c-3f40-4b7c-8d1e-2f3a4b5c6d7e-000000" }
const sesMail = { at: Date.parse("2026-11-20T08:00:01.123Z") }
const postmarkBounce = { key: "692560173" }
const gone = "550 5.1.1 The email account that you tried to reach does not exist."

/** What each fixture says; null: nothing that matters. */
const table: Readonly<Record<FeedbackProviderName, Readonly<Record<string, object | null>>>> = {
  ses: {
    send: null,
    delivery: delivered("250 2.6.0 Message received"),
    deliveryDelay: deferred("smtp; 421 4.4.1 Unable to connect to remote host"),
    bouncePermanentGeneral: bounced("invalid_recipient", "smtp; 550 5.1.1 user unknown", sesBounce),
    bouncePermanentGeneralPolicy: bounced(
      "policy",
      "smtp; 554 5.7.1 Message rejected due to local policy",
      sesBounce
    ),
    bouncePermanentNoEmail: bounced(
      "invalid_recipient",
      "smtp; 550 5.1.1 no such address",
      sesBounce
    ),
    bouncePermanentSuppressed: bounced(
      "invalid_recipient",
      "Amazon SES has suppressed sending to this address because it has a recent history of bouncing as an invalid address.",
      sesBounce
    ),
    bouncePermanentOnAccountList: bounced(
      "recipient_refused",
      "Amazon SES did not send the message to this address because it is on the suppression list for your account.",
      sesBounce
    ),
    bounceTransientGeneral: bounced("undetermined", "smtp; 450 4.4.7 Message expired", sesBounce),
    outOfOffice: null,
    bounceTransientMailboxFull: bounced("mailbox_full", "smtp; 552 5.2.2 mailbox full", sesBounce),
    bounceTransientMessageTooLarge: bounced("too_large", undefined, sesBounce),
    bounceTransientContentRejected: bounced("content", undefined, sesBounce),
    bounceTransientAttachmentRejected: bounced("content", undefined, sesBounce),
    bounceUndetermined: bounced("undetermined", undefined, sesBounce),
    complaint: { ...complained, ...sesComplaint },
    complaintNotSpam: null,
    complaintOnAccountList: bounced("recipient_refused", undefined, sesComplaint),
    reject: bounced("content", "Bad content", sesMail),
    renderingFailure: bounced(
      "content",
      "Attribute 'total' is not present in the rendering data.",
      sesMail
    ),
    open: opened(),
    click: { ...clicked, link: "https://www.example.com/orders/7?from=mail" },
    subscription: unsubscribed,
    subscriptionOfTopic: null,
    // An identity's own notifications have neither tags nor, by default, headers.
    notificationBounce: bounced("invalid_recipient", "smtp; 550 5.1.1 no such address", {
      ...sesBounce,
      message: { provider_id: "0102019a7c1d5e2f-6b0c3f4a-1d2e-4f5a-8b9c-0d1e2f3a4b5c-000000" }
    })
  },
  sendgrid: {
    processed: null,
    delivered: delivered("250 2.0.0 OK 1795161605 - gsmtp"),
    deferred: deferred("451 4.7.1 Greylisting in action, please come back later"),
    bounce: bounced("invalid_recipient", gone),
    bounceUnclassified: bounced("invalid_recipient", "500 unknown recipient"),
    bounceContent: bounced("content", "550 5.7.0 refused"),
    bounceFull: bounced("mailbox_full", "552 5.2.2 The recipient's mailbox is full"),
    bounceBlocked: bounced(
      "blocked",
      "554 5.7.1 Service unavailable; client host blocked using a DNSBL"
    ),
    bounceBlockedUnknown: bounced("recipient_refused", "550 5.1.1 user unknown"),
    droppedBounced: bounced("recipient_refused", "Bounced Address"),
    droppedUnsubscribed: bounced("recipient_refused", "Unsubscribed Address"),
    droppedSpamReport: bounced("recipient_refused", "Spam Reporting Address"),
    droppedContent: bounced("content", "Spam Content (if spam checker app enabled)"),
    droppedQuota: bounced("limit", "Recipient List over Package Quota"),
    droppedInvalidHeader: bounced("undetermined", "Invalid SMTPAPI header"),
    spamreport: complained,
    unsubscribe: unsubscribed,
    groupUnsubscribe: unsubscribed,
    groupResubscribe: null,
    open: opened(false),
    machineOpen: opened(true),
    click: clicked
  },
  mailgun: {
    accepted: null,
    delivered: delivered("250 OK"),
    failedTemporary: deferred("452 4.2.2 The email account that you tried to reach is over quota."),
    failedPermanent: bounced("invalid_recipient", gone),
    failedSuppressed: bounced("recipient_refused", "Not delivering to previously bounced address"),
    failedOld: bounced("undetermined", "Too old"),
    failedBlocked: bounced("blocked", "550 Refused."),
    rejected: bounced(
      "policy",
      "Sandbox subdomains are for test purposes only. Please add your own domain."
    ),
    complained,
    unsubscribed,
    opened: opened(false),
    openedByBot: opened(true),
    clicked: { ...clicked, machine: false }
  },
  postmark: {
    delivery: delivered("smtp;250 2.0.0 OK"),
    bounceHard: bounced("invalid_recipient", `smtp;${gone}`, postmarkBounce),
    bounceHardContent: bounced(
      "content",
      "smtp;554 5.6.0 Message rejected as spam",
      postmarkBounce
    ),
    bounceBadAddress: bounced("invalid_recipient", undefined, postmarkBounce),
    bounceDeactivated: bounced("recipient_refused", undefined, postmarkBounce),
    bounceTransient: {
      ...deferred("smtp;451 4.7.1 Greylisted, try again later"),
      ...postmarkBounce
    },
    bounceDns: { ...deferred("Temporary DNS error"), ...postmarkBounce },
    bounceSoft: bounced("recipient_refused", "smtp;550 5.1.1 user unknown", postmarkBounce),
    bounceSoftFull: bounced("mailbox_full", "smtp;552 5.2.2 mailbox full", postmarkBounce),
    bounceSpamNotification: bounced("blocked", undefined, postmarkBounce),
    bounceBlocked: bounced("blocked", undefined, postmarkBounce),
    bounceDmarc: bounced("authentication", undefined, postmarkBounce),
    bounceVirus: bounced("content", undefined, postmarkBounce),
    bounceUnknown: bounced("undetermined", undefined, postmarkBounce),
    bounceTemplate: bounced("content", undefined, postmarkBounce),
    bounceAutoResponder: null,
    bounceUnsubscribe: { ...unsubscribed, ...postmarkBounce },
    spamComplaint: { ...complained, key: "692560174" },
    unsubscribed,
    suppressedByCustomer: null,
    suppressedHardBounce: bounced("invalid_recipient"),
    suppressedComplaint: complained,
    resubscribed: null,
    open: opened(),
    click: clicked,
    inbound: null
  },
  resend: {
    sent: null,
    scheduled: null,
    contactCreated: null,
    delivered: delivered(),
    deliveryDelayed: deferred(),
    bouncedGeneral: bounced(
      "invalid_recipient",
      "The recipient's email provider sent a hard bounce message, but didn't specify the reason for the hard bounce."
    ),
    bouncedSuppressed: bounced(
      "invalid_recipient",
      "The recipient's email address is on the suppression list because it has a recent history of producing hard bounces."
    ),
    bouncedOnAccountList: bounced(
      "recipient_refused",
      "Resend has suppressed sending to this address because it is on the account-level suppression list."
    ),
    bouncedMailboxFull: bounced(
      "mailbox_full",
      "The recipient's email provider sent a bounce message because the recipient's inbox was full."
    ),
    bouncedTransient: bounced(
      "undetermined",
      "The recipient's email provider sent a general bounce message."
    ),
    bouncedUndetermined: bounced(
      "undetermined",
      "The recipient's email provider sent a bounce message."
    ),
    suppressed: bounced(
      "recipient_refused",
      "Resend has suppressed sending to this address because it is on the account-level suppression list."
    ),
    failed: bounced("limit", "reached_daily_quota"),
    failedOtherwise: bounced("undetermined", "invalid_attachment"),
    complained,
    opened: { kind: "opened" },
    clicked
  },
  brevo: {
    request: null,
    delivered: delivered(),
    deferred: deferred("451 4.7.1 Greylisted, please try again later"),
    softBounce: bounced("mailbox_full", "552 5.2.2 mailbox full"),
    softBounceUnknown: bounced("undetermined", "undefined Unable to find MX of domain example.org"),
    hardBounce: bounced(
      "invalid_recipient",
      "RecipientError: 550 5.5.0 Requested action not taken: mailbox unavailable."
    ),
    hardBounceContent: bounced("content", "550 5.7.1 Message rejected as spam"),
    invalidEmail: bounced("recipient_refused", "Invalid email address"),
    blocked: bounced("recipient_refused", "blocked : due to blacklist user"),
    error: bounced("undetermined", "error : internal"),
    spam: complained,
    complaint: complained,
    unsubscribed,
    opened: opened(false),
    uniqueOpened: opened(false),
    proxyOpen: opened(true),
    uniqueProxyOpen: opened(true),
    click: clicked,
    listAddition: null
  },
  mailjet: {
    sent: delivered("sent (250 2.0.0 OK 1795161605 fa5si855896wjc.199 - gsmtp)"),
    open: opened(),
    click: clicked,
    bounceUnknown: bounced("invalid_recipient", "550 5.1.1 user unknown"),
    bounceInactive: bounced("invalid_recipient", "mailbox inactive"),
    bounceSoft: bounced("recipient_refused", "user unknown"),
    bounceFull: bounced("mailbox_full", "552 5.2.2 mailbox full"),
    bounceDomain: bounced("invalid_recipient", "Host or domain name not found"),
    bounceNoHost: bounced("routing", "no mail host"),
    bounceGreylisted: deferred("451 4.7.1 Greylisted"),
    bounceSender: bounced("blocked", "sender blocked"),
    bounceContent: bounced("content", "content blocked"),
    bouncePolicy: bounced("policy", "policy issue"),
    bounceSystem: bounced("undetermined", "system issue"),
    blocked: bounced("recipient_refused", "preblocked"),
    blockedTypo: bounced("recipient_refused", "typofix"),
    blockedTemplate: bounced("content", "bad or empty template"),
    spam: complained,
    unsub: unsubscribed
  },
  sparkpost: {
    injection: null,
    test: null,
    delivery: delivered("250 2.0.0 OK"),
    delay: deferred("454 4.4.4 [internal] no MX or A for domain"),
    bounceInvalid: bounced("invalid_recipient", "550 5.1.1 user unknown"),
    bounceInvalidContent: bounced("content", "550 5.7.1 Message rejected as spam"),
    bounceUndetermined: bounced("undetermined", "550 refused"),
    bounceSoft: bounced("recipient_refused", "550 5.1.1 user unknown"),
    bounceDns: bounced("routing", "554 5.4.4 [internal] no MX or A for domain"),
    bounceFull: bounced("mailbox_full", "552 5.2.2 mailbox full"),
    bounceTooLarge: bounced("too_large", "552 5.3.4 message too large"),
    bounceTimeout: bounced(
      "undetermined",
      "554 5.4.7 [internal] exceeded max time without delivery"
    ),
    bounceAdmin: bounced(
      "policy",
      "554 5.7.1 [internal] recipient address suppressed due to customer policy"
    ),
    bounceNoRecipient: bounced("recipient_refused", "550 refused"),
    bounceMailBlock: bounced("blocked", "550 5.7.1 refused"),
    bounceSpamBlock: bounced("blocked", "550 5.7.1 refused"),
    bounceSpamContent: bounced("content", "550 5.7.1 refused"),
    bounceAttachment: bounced("content", "550 refused"),
    bounceRelaying: bounced("routing", "550 5.7.1 relaying denied"),
    bounceAutoReply: null,
    bounceUnsubscribe: unsubscribed,
    outOfBand: bounced("invalid_recipient", "550 5.1.1 user unknown"),
    policyRejection: bounced("policy", "550 5.7.1 [internal] recipient address suppressed"),
    spamComplaint: complained,
    notSpam: null,
    generationFailure: bounced("content", "Error while rendering part text"),
    generationRejection: bounced("policy", "5.7.1 Unconfigured Sending Domain <example.com>"),
    open: opened(false),
    prefetchedOpen: opened(true),
    initialOpen: null,
    ampOpen: opened(),
    click: clicked,
    ampClick: clicked,
    listUnsubscribe: unsubscribed,
    linkUnsubscribe: unsubscribed
  }
}

describe.each(Object.keys(feedbackProviders) as ReadonlyArray<FeedbackProviderName>)(
  "an event of %s",
  (provider) => {
    it("has a row in the table for each fixture", () =>
      expect(fixtureNames(provider)).toStrictEqual(Object.keys(table[provider]).sort()))

    it.each(Object.entries(table[provider]))(
      "%s is read as the table says",
      async (name, expected) => {
        const reading =
          expected === null
            ? { _tag: "Nothing", skipped: 0 }
            : { _tag: "Events", events: [{ ...shared[provider], ...expected }], skipped: 0 }
        const signed = { token: expect.any(String), until: expect.any(Number) }
        expect(await readFixture(provider, name)).toStrictEqual(
          provider === "mailgun" ? { ...reading, signed } : reading
        )
      }
    )

    it("has the same key when it comes again", async () => {
      for (const name of fixtureNames(provider))
        expect(await readFixture(provider, name)).toStrictEqual(await readFixture(provider, name))
    })
  }
)

describe("the fixtures", () => {
  it("name an id of ours, which core accepts", () => expect(isId("em", email_id)).toBe(true))

  it("contain a reply that core alone would treat as a dead address, for a soft bounce", () => {
    expect(readReply("rcpt", { code: 550, enhanced: "5.1.1", text: "user unknown" }).verdict).toBe(
      "invalid_recipient"
    )
  })
})
