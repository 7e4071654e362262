import { readFileSync } from "node:fs"
import * as core from "@telemark/core"
import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { type Answer, batchEntryOf, errorAnswer, isOperationError } from "../src/Answer.js"

const textOf = ({ body }: Answer): string => (typeof body === "string" ? body : "")

const status: core.RateLimitStatus = {
  allowed: false,
  limit: 10,
  remaining: 0,
  resetSeconds: 60,
  retryAfterSeconds: 6
}

/** One of each, and what becomes of it. */
const rows: ReadonlyArray<
  readonly [error: core.OperationError, status: number, body: unknown, headers: object]
> = [
  [
    core.ValidationFailed.at("to.3", "must be an email address"),
    400,
    {
      error: "Validation failed",
      message: "to.3 must be an email address.",
      details: { "to.3": ["must be an email address"] }
    },
    {}
  ],
  [
    new core.ScopeExceedsCaller({ scopes: ["smtp:read"] }),
    400,
    {
      error: "scope_exceeds_caller",
      message:
        "The creating key doesn't have smtp:read itself. Leave them out, or create the key with one that has them.",
      details: { scopes: ["smtp:read"] }
    },
    {}
  ],
  [
    new core.InvalidPeriod(),
    400,
    {
      error: "period must be one of 24h, 7d, 30d, 90d",
      message:
        "There is no such reporting window: give `period` as 24h, 7d, 30d or 90d, or leave it out."
    },
    {}
  ],
  [
    new core.SmtpConnectionFailed({ stage: "timeout" }),
    400,
    {
      error: "smtp_connection_failed",
      message: new core.SmtpConnectionFailed({ stage: "timeout" }).message,
      details: { stage: "timeout" }
    },
    {}
  ],
  [
    new core.InvalidApiKey(),
    401,
    {
      error: "Invalid API key",
      message:
        "The API key is missing, malformed, unknown or revoked: send a valid one as `Authorization: Bearer <key>`."
    },
    { "www-authenticate": "Bearer" }
  ],
  [
    new core.InsufficientScope({ required: "email:send" }),
    403,
    {
      error: "Insufficient scope",
      message: "The API key lacks the scope email:send: use a key that has it.",
      details: { required: "email:send" }
    },
    {}
  ],
  [
    new core.NotFound(),
    404,
    {
      error: "not_found",
      message:
        "There is no such resource: check the path, the id, and that the API key belongs to the account that owns it."
    },
    {}
  ],
  [
    new core.NoSmtpConfig(),
    404,
    { error: "no_smtp_config", message: new core.NoSmtpConfig().message },
    {}
  ],
  [
    new core.NoReleaseServer(),
    400,
    { error: "no_release_server", message: new core.NoReleaseServer().message },
    {}
  ],
  [
    new core.ReleaseFailed({
      why: "The server refused the sender.",
      smtp_response: "550 5.7.1 No"
    }),
    400,
    {
      error: "release_failed",
      message: "The server refused the sender.",
      details: { smtp_response: "550 5.7.1 No" }
    },
    {}
  ],
  [
    new core.MethodNotAllowed({ allow: ["GET", "HEAD"] }),
    405,
    {
      error: "Method not allowed",
      message: "The path takes GET, HEAD, and not this method."
    },
    { allow: "GET, HEAD" }
  ],
  [
    new core.TenantExists(),
    409,
    { error: "tenant_exists", message: new core.TenantExists().message },
    {}
  ],
  [
    new core.DomainExists(),
    409,
    { error: "domain_exists", message: new core.DomainExists().message },
    {}
  ],
  [
    new core.TopicExists(),
    409,
    { error: "topic_exists", message: new core.TopicExists().message },
    {}
  ],
  [
    new core.TemplateExists(),
    409,
    { error: "template_exists", message: new core.TemplateExists().message },
    {}
  ],
  [
    new core.NotCancellable({ reason: "in_flight" }),
    409,
    {
      error: "not_cancellable",
      message: new core.NotCancellable({ reason: "in_flight" }).message,
      details: { reason: "in_flight" }
    },
    {}
  ],
  [
    new core.ContentRemoved(),
    410,
    { error: "content_removed", message: new core.ContentRemoved().message },
    {}
  ],
  [
    new core.PayloadTooLarge(),
    413,
    {
      error: "Payload too large",
      message:
        "The request body is too large: it may have 15 MiB where mail is sent, 10 MiB for imports, 5 MiB for templates and providers' calls, and 1 MiB elsewhere."
    },
    { connection: "close" }
  ],
  [
    new core.RateLimited({ status }),
    429,
    {
      error: "Rate limit exceeded",
      message:
        "The rate limit of the API key or of its tenant is used up: try again after the seconds in the header Retry-After."
    },
    {
      "retry-after": "6",
      "ratelimit-limit": "10",
      "ratelimit-remaining": "0",
      "ratelimit-reset": "60"
    }
  ],
  [
    new core.SendingPaused({ reason: "complaints" }),
    403,
    {
      error: "sending_paused",
      message:
        "Sending is paused for this account because too many recipients reported its mail as spam. Nothing was queued. Ask the operator of this service to resume it.",
      details: { reason: "complaints" }
    },
    {}
  ],
  [
    new core.MonthlyLimitExceeded({ retryAfterSeconds: 99 }),
    429,
    {
      error: "Monthly email limit exceeded",
      message: new core.MonthlyLimitExceeded({ retryAfterSeconds: 99 }).message
    },
    { "retry-after": "99" }
  ],
  [
    new core.InternalError({ request_id: "req-1" }),
    500,
    {
      error: "Internal error",
      message:
        "The request failed on the server's side. Its log has the cause under the request id req-1.",
      details: { request_id: "req-1" }
    },
    {}
  ],
  [
    new core.StorageError({ reason: "unavailable", cause: new Error("secret") }),
    503,
    {
      error: "Service unavailable",
      message:
        "The storage is not available; try again. A send that you repeat with its Idempotency-Key is made once."
    },
    { "retry-after": "1" }
  ],
  [
    new core.ApiKeysBusy(),
    503,
    {
      error: "Service unavailable",
      message:
        "Too many API keys are being checked at once. Nothing was done; try again in a moment."
    },
    { "retry-after": "1" }
  ],
  [
    new core.DkimKeysBusy(),
    503,
    {
      error: "Service unavailable",
      message:
        "Too many requests are creating domain keys at once. Nothing was changed; try again in a moment."
    },
    { "retry-after": "2" }
  ],
  [
    new core.CompilerBusy(),
    503,
    {
      error: "Service unavailable",
      message:
        "Too many templates are being compiled at once. Nothing was stored; try again in a moment."
    },
    { "retry-after": "1" }
  ],
  [
    new core.FeedbackCallRefused({ reason: "wrong_topic" }),
    403,
    {
      error: "feedback_call_refused",
      message: core.feedbackRefusals.wrong_topic,
      details: { reason: "wrong_topic" }
    },
    {}
  ],
  [
    new core.FeedbackCallsBusy({ reason: "busy" }),
    503,
    {
      error: "Service unavailable",
      message:
        "Too many calls of providers wait already. Nothing was recorded; call again in a moment."
    },
    { "retry-after": "5" }
  ],
  [
    new core.WebhookTestsBusy(),
    503,
    {
      error: "Service unavailable",
      message:
        "Too many webhook endpoints are being tested at once. Nothing was posted; try again in a moment."
    },
    { "retry-after": "5" }
  ],
  [
    new core.EventStreamsBusy(),
    503,
    {
      error: "Service unavailable",
      message:
        "Too many streams of events are open, of this tenant or in this process. Close those that nobody reads, or try again in a moment."
    },
    { "retry-after": "10" }
  ],
  [
    new core.LargeBodiesBusy(),
    503,
    {
      error: "Service unavailable",
      message:
        "Too many large requests are being read at once. Nothing was done; try again in a moment."
    },
    { connection: "close", "retry-after": "5" }
  ]
]

type AnyError = new (options: object) => Error & { readonly _tag: string; readonly code: string }

/**
 * Errors of whoever runs Telemark, of which callers learn nothing: a start without its secret,
 * secrets that another key has sealed.
 */
const operatorErrors = ["InvalidSecret", "SecretMissing", "SecretUnreadable"]

/** What only who calls in process can do wrong. */
const inProcessErrors = ["TransactionUnusable"]

/** Classes of core whose instances carry a `code`: the errors that callers are told of. */
const coreErrors = Object.values(core)
  .filter(
    (value): value is AnyError & typeof value =>
      typeof value === "function" && value.prototype instanceof Error
  )
  .map(
    (errorClass) =>
      new (errorClass as unknown as AnyError)({
        details: {},
        scopes: [],
        status,
        reason: "unavailable"
      })
  )
  .filter(
    (error) => "code" in error && ![...operatorErrors, ...inProcessErrors].includes(error._tag)
  )

describe("the error table", () => {
  it.each(rows)("answers %s with %i", (error, expectedStatus, body, headers) => {
    const response = errorAnswer(error)
    expect(response.status).toBe(expectedStatus)
    expect(response.headers).toEqual({
      ...headers,
      "content-type": "application/json",
      "content-length": String(JSON.stringify(body).length)
    })
    expect(JSON.parse(textOf(response))).toEqual(body)
  })

  it("says how many more problems there are than the first, and repeats no value", () => {
    const twoMore = new core.ValidationFailed({
      details: { to: ["is missing"], html: ["must be a string", "must not be empty"] }
    })
    expect(batchEntryOf(twoMore).message).toBe("to is missing. `details` names 2 more problems.")
    const oneMore = new core.ValidationFailed({
      details: { to: ["is missing"], html: ["must be a string"] }
    })
    expect(batchEntryOf(oneMore).message).toBe("to is missing. `details` names one more problem.")
  })

  it.each(rows)(
    "reports %s in an entry of a batch with status %i and the same body",
    (error, status, body) => {
      expect(batchEntryOf(error)).toEqual({ status, ...(body as object) })
    }
  )

  it.each(coreErrors)(
    "has a row for core's $_tag, and its status and body are tested here",
    (error) => {
      expect(Object.keys(core.errorTable)).toContain(error._tag)
      expect(rows.map(([{ _tag }]) => _tag)).toContain(error._tag)
    }
  )

  it("finds every error of core", () => {
    expect(coreErrors.length).toBeGreaterThanOrEqual(10)
  })

  it.each(["dns", "connect", "greeting", "tls", "auth", "timeout", "protocol", "policy"] as const)(
    "reports at which stage an SMTP server failed, and in a fixed sentence why: %s",
    (stage) => {
      const error = new core.SmtpConnectionFailed({ stage, hint: "The user name is `apikey`." })
      const json: unknown = JSON.parse(textOf(errorAnswer(error)))
      expect(json).toEqual({
        error: "smtp_connection_failed",
        message: error.message,
        details: { stage, hint: "The user name is `apikey`." }
      })
    }
  )

  it.each(rows)("answers %s as the contract's schema of its body has it", (error, _, body) => {
    const row = core.errorTable[error._tag] as unknown as core.ErrorDescription<unknown>
    expect(
      Schema.encodeUnknownSync(core.bodySchemaOf(error._tag, row), { onExcessProperty: "error" })(
        body
      )
    ).toEqual(body)
  })

  it("is that of docs/http.md: each status and code, and what is in the details", () => {
    const page = readFileSync(new URL("../../../docs/http.md", import.meta.url), "utf8")
    const section = page.split("\n## Errors\n")[1]?.split("\n## ")[0] ?? ""
    const documented = [...section.matchAll(/^\| (\d{3}) \| (.+?) \| (.*)\|$/gm)].flatMap(
      ([, status = "", codes = "", details = ""]) =>
        [...codes.matchAll(/`([^`]+)`/g)].map(([, code = ""]) =>
          [
            status,
            code,
            ...[...details.matchAll(/`details\.(\w+)`/g)].map(([, name]) => name)
          ].join(" ")
        )
    )
    const defined = Object.values(core.errorTable).map(({ details, error, status }) =>
      [
        status,
        error,
        ...(details === undefined ? [] : core.wireMembersOf(details).map(({ name }) => name))
      ].join(" ")
    )
    expect(documented.sort()).toEqual([...new Set(defined)].sort())
  })

  it.each([
    [
      "a fault of the storage",
      new core.StorageError({ reason: "fault", cause: new Error("boom") })
    ],
    ["an unknown error", new Error("boom")],
    ["an error of somebody else", { _tag: "SqlError" }],
    ["an inherited name", { _tag: "constructor" }],
    ["nothing", undefined]
  ])("has none for %s", (_, error) => {
    expect(isOperationError(error)).toBe(false)
  })
})
