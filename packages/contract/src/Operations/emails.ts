import { Email, EmailList, ListEmails, BatchResult, SendBatch, SendRequest, SendResult, Timeline } from "../Emails/index.js"
import { maxBodyOctets, operation } from "./Operation.js"

const id = { id: { description: "The message's id." } }

export const emails = {
  /** Accepts a send. When it returns, the messages are on disk. `MonthlyLimitExceeded`: nothing was queued. */
  send: operation({
    method: "POST",
    path: "/emails/send",
    scope: "email:send",
    summary: "Send an email",
    description: "Queues one message for each recipient, all of them durably or none. Asked again, it sends again, unless both have the same Idempotency-Key. The body may have 15 MiB.",
    body: SendRequest,
    maxBody: maxBodyOctets.send,
    idempotencyKey: "Within 24 hours, a repeated key answers with the first result and sends nothing; 1 to 255 characters.",
    response: SendResult,
    answers: {
      201: "The messages are queued, on disk.",
      200: "The result of an earlier send with the same Idempotency-Key; nothing was sent."
    },
    isRepeat: (result: SendResult) => result.idempotent_replay,
    mark: "queued",
    errors: ["CompilerBusy", "MonthlyLimitExceeded"],
    repeat: "keyed",
    counts: "sends",
    examples: {
      html: { to: "ada@example.com", from: "Shop <shop@example.com>", subject: "Your order", html: "<p>It is on its way.</p>" },
      names: {
        to: "Ada Lovelace <ada@example.com>", from: "Shop <shop@example.com>", subject: "Your order", html: "<p>It is on its way.</p>", text: "It is on its way."
      },
      text: { to: ["ada@example.com", "grace@example.com"], subject: "Maintenance tonight", text: "We are back by 23:00." },
      template: { to: "ada@example.com", template_id: "welcome", data: { name: "Ada" }, locale: "de-AT", metadata: { user_id: 42 } },
      copies: { to: "ada@example.com", cc: ["grace@example.com"], bcc: "archive@example.com", reply_to: "Help <help@example.com>", subject: "The minutes", text: "…" },
      attachments: {
        to: "ada@example.com",
        subject: "Your invoice",
        html: "<p><img src=\"cid:logo\" alt=\"Shop\"></p><p>The invoice is attached.</p>",
        attachments: [
          { filename: "invoice.pdf", content: "JVBERi0xLjcK", content_type: "application/pdf" },
          { filename: "logo.png", content: "iVBORw0KGgo=", content_id: "logo" }
        ]
      },
      later: { to: "ada@example.com", subject: "Your trial ends tomorrow", text: "…", tags: { campaign: "trial", step: "3" }, scheduled_at: "2026-12-01T09:00:00+01:00" }
    }
  }),
  /** Accepts 1 to 100 independent sends and returns their results in order. Fails only if the list itself is invalid. */
  sendBatch: operation({
    method: "POST",
    path: "/emails/batch",
    scope: "email:send",
    summary: "Send up to 100 emails",
    description: "Each entry is a send of its own: one that is refused changes nothing for the others, and the answer is good all the same, so look at the entries. The body may have 15 MiB. It counts as many sends against the key's rate limit as it has entries: all of them or 429.",
    body: SendBatch,
    argument: "emails",
    maxBody: maxBodyOctets.send,
    idempotencyKey: "Holds for each entry by its place in the list: a repeated batch answers with the first results and sends nothing; 1 to 255 characters.",
    response: BatchResult,
    answers: { 200: "What came of each entry, in their order; `status` says whether it was queued." },
    mark: "data",
    repeat: "keyed",
    counts: "sends",
    examples: {
      two: {
        emails: [
          { to: "ada@example.com", template_id: "welcome", data: { name: "Ada" } },
          { to: "grace@example.com", template_id: "welcome", data: { name: "Grace" } }
        ]
      }
    }
  }),
  /** Lists the tenant's messages that match all filters, newest first. */
  list: operation({
    method: "GET",
    path: "/emails",
    scope: "email:read",
    summary: "List emails, newest first",
    description: "Filters hold all together. To go through all pages, ask for `after` what the page before has in `next`, until that is null.",
    query: ListEmails,
    response: EmailList,
    answers: { 200: "A page of them." },
    mark: "data",
    allPages: "all"
  }),
  /** Returns one message to one recipient, with its delivery state. */
  get: operation({
    method: "GET",
    path: "/emails/:id",
    parameters: id,
    scope: "email:read",
    summary: "Get the log of one email",
    response: Email,
    answers: { 200: "How it stands." },
    mark: "status",
    errors: ["NotFound"]
  }),
  /** Cancels a queued or deferred message. `NotCancellable` if it is too late, or if an attempt is under way. */
  cancel: operation({
    method: "POST",
    path: "/emails/:id/cancel",
    parameters: id,
    scope: "email:send",
    summary: "Keep an email from being sent",
    description: "Takes no body. For what was scheduled, and for what waits for its next attempt; the month's quota gets it back.",
    response: Email,
    answers: { 200: "It is `failed` now, and nothing more is tried." },
    mark: "status",
    errors: ["NotFound", "NotCancellable"]
  }),
  /** Returns what happened to a message, oldest first, its state, and what comes next. */
  events: operation({
    method: "GET",
    path: "/emails/:id/events",
    parameters: id,
    scope: "email:read",
    summary: "Tell what happened to one email, oldest first, and what comes next",
    response: Timeline,
    answers: { 200: "What happened." },
    mark: "data",
    errors: ["NotFound"]
  })
} as const
