import { describe, expect, it } from "@effect/vitest"
import {
  type BackOff,
  backOffQueries,
  type EmailRecord,
  makeFindBackOff,
  makeSaveSmtpConfig,
  nextAttemptAt,
  type SmtpConfigRecord
} from "@telemark/core"
import { layer as layerSqlite } from "@telemark/sqlite"
import { Effect } from "effect"
import { TestClock } from "@telemark-tools/clock"

const minute = 60_000

const backOff: BackOff = {
  route: "platform",
  tenant_id: "tn_1",
  sender_domain: "example.com",
  cause: "asked_for_less",
  stage: "rcpt",
  smtp_response: "421 Slow down",
  error_message: "The mail server refused the message for now at the recipient.",
  since: 0,
  until: minute
}
const queued: Pick<
  EmailRecord,
  "tenant_id" | "sender_email" | "status" | "scheduled_at" | "next_attempt_at"
> = {
  tenant_id: "tn_1",
  sender_email: "shop@Example.com",
  status: "queued",
  scheduled_at: null,
  next_attempt_at: 0
}
const ownServer: SmtpConfigRecord = {
  id: "smtp_1",
  tenant_id: "tn_1",
  provider: "own",
  host: "smtp.example.com",
  port: 587,
  username: "u",
  password: "sealed",
  oauth2: null,
  tls_required: true,
  from_email: null,
  from_name: null,
  ehlo_name: null,
  verified: true,
  created_at: 0,
  updated_at: 0
}

/** The next attempt at a message, with these back-offs noted. */
const nextOf = (
  email: typeof queued,
  backOffs: ReadonlyArray<BackOff>,
  config?: SmtpConfigRecord
) =>
  Effect.gen(function* () {
    const store = yield* backOffQueries
    yield* Effect.forEach(backOffs, store.save)
    const saveConfig = yield* makeSaveSmtpConfig
    if (config !== undefined) yield* saveConfig(config)
    return nextAttemptAt(email, yield* (yield* makeFindBackOff)(email))
  }).pipe(Effect.provide(layerSqlite({ filename: ":memory:" })))

const table: ReadonlyArray<
  readonly [
    string,
    Partial<typeof queued>,
    ReadonlyArray<Partial<BackOff>>,
    SmtpConfigRecord | undefined,
    number | null
  ]
> = [
  ["that was never taken up is the end of its sender's back-off", {}, [{}], undefined, minute],
  [
    "is the end of the longest of those that concern it",
    {},
    [{}, { tenant_id: "", sender_domain: "", until: 5 * minute }],
    undefined,
    5 * minute
  ],
  [
    "that was released for later stays",
    { next_attempt_at: minute + 5000 },
    [{}],
    undefined,
    minute + 5000
  ],
  [
    "that was deferred is the end of the back-off if that is later",
    { status: "deferred", next_attempt_at: 2000 },
    [{}],
    undefined,
    minute
  ],
  [
    "that was deferred for longer stays",
    { status: "deferred", next_attempt_at: 2 * minute },
    [{}],
    undefined,
    2 * minute
  ],
  [
    "that is scheduled for later stays",
    { scheduled_at: 3 * minute, next_attempt_at: 3 * minute },
    [{}],
    undefined,
    3 * minute
  ],
  [
    "that is scheduled for before is the end of the back-off",
    { scheduled_at: 1000, next_attempt_at: 1000 },
    [{}],
    undefined,
    minute
  ],
  [
    "doesn't wait for other senders",
    {},
    [{ sender_domain: "other.example" }, { tenant_id: "tn_2" }],
    undefined,
    0
  ],
  ["doesn't wait for the platform's route where the tenant has its own", {}, [{}], ownServer, 0],
  ["waits for the tenant's own", {}, [{ route: "smtp_1", sender_domain: "" }], ownServer, minute],
  [
    "doesn't wait for an own server that was replaced",
    {},
    [{ route: "smtp_0", sender_domain: "" }],
    ownServer,
    0
  ],
  [
    "is none of a message that was sent",
    { status: "sent", next_attempt_at: null },
    [{}],
    undefined,
    null
  ],
  [
    "is none of a message that another server goes on with",
    { status: "deferred", next_attempt_at: null },
    [{}],
    undefined,
    null
  ]
]

describe("the next attempt at a message", () => {
  it.effect.each(table)("%s", ([, email, backOffs, config, expected]) =>
    Effect.gen(function* () {
      expect(
        yield* nextOf(
          { ...queued, ...email },
          backOffs.map((changes) => ({ ...backOff, ...changes })),
          config
        )
      ).toBe(expected)
    })
  )

  it.effect("doesn't wait any more once the back-off is over", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(minute)
      expect(yield* nextOf(queued, [backOff])).toBe(0)
    })
  )
})
