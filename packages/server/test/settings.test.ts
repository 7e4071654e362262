import { describe, expect, it } from "@effect/vitest"
import { defaultRetentionPolicy, defaultRetryPolicy } from "@telemark/core"
import { Effect, Redacted, Result } from "effect"
import { resolve } from "node:path"
import { readSettings } from "../src/settings/Settings.js"
import { databaseName } from "../src/settings/database.js"
import { settingList } from "../src/settings/settingList.js"
import { formatDuration, formatRetention, formatSchedule } from "../src/settings/settingValues.js"
import { withEnvironment } from "./support/withEnvironment.js"

const read = (environment: Readonly<Record<string, string>>) =>
  Effect.result(withEnvironment(readSettings, environment))

const minutes = 60_000
const days = 24 * 60 * minutes

describe("settings", () => {
  it.effect("have a default for everything", () =>
    Effect.gen(function* () {
      expect(Result.getOrThrow(yield* read({}))).toEqual({
        host: "127.0.0.1",
        port: 3025,
        keepAlive: 75_000,
        trailingSlash: false,
        database: { _tag: "Sqlite", filename: resolve("telemark-data/telemark.db") },
        queueUrl: undefined,
        migrate: true,
        secret: undefined,
        transport: { _tag: "Capture", all: false },
        deliveryThread: false,
        metricsTenants: 0,
        ehloName: undefined,
        from: "Telemark <telemark@localhost.localdomain>",
        signIn: { home: "default", oidc: undefined, proxy: undefined },
        senderPolicy: "any",
        reputation: "warn",
        signingDomain: undefined,
        feedbackImap: undefined,
        spf: "a mx",
        sendingIps: undefined,
        dkimEd25519: false,
        returnPath: undefined,
        dnsServers: undefined,
        allowNetworks: undefined,
        defaultRateLimit: 600,
        writeRateLimit: 600,
        monthlyLimit: undefined,
        retry: {
          schedule: [1, 5, 10, 20, 40, 80, 160, 240].map((wait) => wait * minutes),
          giveUp: 1440 * minutes,
          refusedGiveUp: 1440 * minutes
        },
        concurrency: 100,
        lease: minutes,
        retention: {
          bodies: 30 * days,
          log: 365 * days,
          events: 90 * days,
          deliveries: 30 * days,
          auditLog: 400 * days
        },
        logLevel: "Info",
        logFormat: undefined,
        otlpEndpoint: undefined
      })
    })
  )

  it.each([
    ["TELEMARK_HOST", "[::1]", { host: "::1" }],
    ["TELEMARK_PORT", "0", { port: 0 }],
    ["TELEMARK_REPUTATION", "pause", { reputation: "pause" }],
    [
      "TELEMARK_PUBLIC_URL",
      "https://mail.example.com/api/",
      { publicUrl: "https://mail.example.com/api" }
    ],
    ["TELEMARK_TRAILING_SLASH", "on", { trailingSlash: true }],
    [
      "TELEMARK_TRACKING_HOST",
      "Track.Bücher.example",
      { trackingHost: "track.xn--bcher-kva.example" }
    ],
    [
      "TELEMARK_DATABASE_URL",
      "sqlite:mail.db",
      { database: { _tag: "Sqlite", filename: resolve("mail.db") } }
    ],
    [
      "TELEMARK_DATABASE_URL",
      "sqlite:/var/lib/mail.db",
      { database: { filename: "/var/lib/mail.db" } }
    ],
    [
      "TELEMARK_DATABASE_URL",
      "sqlite:///var/lib/mail.db",
      { database: { filename: "/var/lib/mail.db" } }
    ],
    [
      "TELEMARK_DATABASE_URL",
      "postgres://localhost/mail",
      { database: { _tag: "Postgres", maxConnections: 10 } }
    ],
    ["TELEMARK_DATABASE_POOL", "25", { database: { _tag: "Sqlite" } }],
    ["TELEMARK_TABLE_PREFIX", "tm_", { database: { _tag: "Sqlite", tablePrefix: "tm_" } }],
    ["TELEMARK_MIGRATE", "Off", { migrate: false }],
    [
      "TELEMARK_BODY_RETENTION_DAYS",
      "1",
      { retention: { bodies: days, log: 365 * days, events: 90 * days, deliveries: 30 * days } }
    ],
    [
      "TELEMARK_LOG_RETENTION_DAYS",
      "forever",
      { retention: { bodies: 30 * days, log: null, events: 90 * days } }
    ],
    [
      "TELEMARK_EVENT_RETENTION_DAYS",
      "Forever",
      { retention: { bodies: 30 * days, log: 365 * days, events: null } }
    ],
    [
      "TELEMARK_DELIVERY_RETENTION_DAYS",
      "7",
      { retention: { events: 90 * days, deliveries: 7 * days } }
    ],
    ["TELEMARK_AUDIT_RETENTION_DAYS", "forever", { retention: { auditLog: null } }],
    ["TELEMARK_DELIVERY_THREAD", "on", { deliveryThread: true }],
    ["TELEMARK_EHLO_NAME", "Mail.Bücher.Example", { ehloName: "mail.xn--bcher-kva.example" }],
    ["TELEMARK_EHLO_NAME", "[IPv6:2001:DB8::25]", { ehloName: "[IPv6:2001:db8::25]" }],
    ["TELEMARK_FROM", "Shop <shop@example.com>", { from: "Shop <shop@example.com>" }],
    ["TELEMARK_DEFAULT_RATE_LIMIT", "10000", { defaultRateLimit: 10_000 }],
    [
      "TELEMARK_TRUSTED_PROXIES",
      "127.0.0.1, 10.1.0.0/16",
      { trustedProxies: ["127.0.0.1/32", "10.1.0.0/16"] }
    ],
    ["TELEMARK_WRITE_RATE_LIMIT", "20000", { writeRateLimit: 20_000 }],
    ["TELEMARK_MONTHLY_LIMIT", "25000", { monthlyLimit: 25_000 }],
    ["TELEMARK_LEASE", "5s", { lease: 5000 }],
    ["TELEMARK_KEEP_ALIVE", "6m", { keepAlive: 6 * minutes }],
    ["TELEMARK_CONCURRENCY", "1", { concurrency: 1 }],
    ["TELEMARK_LOG_LEVEL", "Warning", { logLevel: "Warn" }],
    ["TELEMARK_LOG_FORMAT", "json", { logFormat: "json" }],
    ["TELEMARK_LOG_FORMAT", "  ", { logFormat: undefined }],
    [
      "OTEL_EXPORTER_OTLP_ENDPOINT",
      "http://localhost:4318",
      { otlpEndpoint: "http://localhost:4318" }
    ]
  ])("%s=%s is understood", async (name, value, expected) => {
    expect(Result.getOrThrow(await Effect.runPromise(read({ [name]: value })))).toMatchObject(
      expected
    )
  })

  it.each([
    ["postgres://localhost/mail", "localhost:5432/mail"],
    [
      "postgresql://ada:s3cret@db.example.com:6432/mail?sslmode=require",
      "db.example.com:6432/mail"
    ],
    ["POSTGRES://ada:s3%23cret%40@[::1]/mail", "[::1]:5432/mail"],
    ["postgres://ada@db/mail%20box?password=s3cret", "db:5432/mail box"],
    ["postgres://%2Fvar%2Frun%2Fpostgresql/mail", "/var/run/postgresql:5432/mail"],
    ["postgres:///mail?host=/run/postgresql&user=ada&password=s3cret", "/run/postgresql:5432/mail"],
    ["postgres:///mail?host=/var/run/postgresql&port=5433", "/var/run/postgresql:5433/mail"],
    ["postgres://ada:s3,cret@a:1,b,[::1]:3/mail?sslmode=require", "a:1,b:5432,[::1]:3/mail"]
  ])("take a Postgres by %s and show it as %s", async (url, name) => {
    const { database } = Result.getOrThrow(
      await Effect.runPromise(read({ TELEMARK_DATABASE_URL: url, TELEMARK_DATABASE_POOL: "3" }))
    )
    expect(
      database._tag === "Postgres" && [Redacted.value(database.url), database.maxConnections]
    ).toEqual([url, 3])
    expect(databaseName(database)).toBe(name)
    expect(JSON.stringify(database)).not.toMatch(/s3|ada/)
  })

  it("say what a pooler in front of a Postgres needs, without showing its login", async () => {
    const direct = "postgres://ada:s3cret@db:5432/app"
    const { database } = Result.getOrThrow(
      await Effect.runPromise(
        read({
          TELEMARK_DATABASE_URL: "postgres://pooler:6432/app",
          TELEMARK_DATABASE_PREPARE: "off",
          TELEMARK_DATABASE_DIRECT_URL: direct
        })
      )
    )
    expect(database).toMatchObject({ prepare: false })
    expect(
      database._tag === "Postgres" && database.directUrl && Redacted.value(database.directUrl)
    ).toBe(direct)
    expect(JSON.stringify(database)).not.toContain("s3cret")
  })

  it("set where the tables are in a Postgres, and no schema in a SQLite file", async () => {
    const names = { TELEMARK_DATABASE_SCHEMA: "mail", TELEMARK_TABLE_PREFIX: "tm_" }
    const { database } = Result.getOrThrow(
      await Effect.runPromise(read({ ...names, TELEMARK_DATABASE_URL: "postgres://localhost/app" }))
    )
    expect(database).toMatchObject({ _tag: "Postgres", schema: "mail", tablePrefix: "tm_" })
    const { problems } = Result.getOrThrow(Result.flip(await Effect.runPromise(read(names))))
    expect(problems).toEqual([
      {
        name: "TELEMARK_DATABASE_SCHEMA",
        problem: expect.stringContaining("is for Postgres") as unknown
      }
    ])
  })

  it.each([
    ["postgres://ada:s3cret@/mail", "can't be read as a URL"],
    ["postgres:mail", "names no host"],
    ["postgres://ada:s3cret@localhost", "names no database"],
    ["postgres://ada:s3cret@localhost/", "names no database"],
    ["postgres://ada:s3cret@localhost/mail/box", "names no database"],
    ["postgres://ada:s3#cret@localhost/mail", "can't be read as a URL"],
    ["postgres://ada:s3%cret@localhost/mail", "has a percent sign that begins no escape"],
    ["postgres://ada:s3/cret@localhost/mail", "can't be read as a URL"],
    ["postgres://localhost/mail#s3cret", "has a # that isn't percent-encoded"],
    ["postgres://localhost:port/mail", "can't be read as a URL"]
  ])("refuse the Postgres URL %s without repeating it", async (url, problem) => {
    const { message, problems } = Result.getOrThrow(
      Result.flip(await Effect.runPromise(read({ TELEMARK_DATABASE_URL: url })))
    )
    expect(problems).toEqual([
      { name: "TELEMARK_DATABASE_URL", problem: expect.stringContaining(problem) as unknown }
    ])
    expect(message).not.toMatch(/s3|ada/)
  })

  it.each([
    [250, "250ms"],
    [1000, "1s"],
    [90_000, "90s"],
    [minutes, "1m"],
    [90 * minutes, "90m"],
    [4 * 60 * minutes, "4h"],
    [days, "24h"]
  ])("write %d milliseconds as %s", (millis, text) => {
    expect(formatDuration(millis)).toBe(text)
  })

  it("have the core's own defaults in their table", () => {
    const written = new Map(settingList.map((setting) => [setting.name, setting.default]))
    expect(written.get("TELEMARK_RETRY_SCHEDULE")).toBe(formatSchedule(defaultRetryPolicy.schedule))
    expect(written.get("TELEMARK_RETRY_SCHEDULE")).toBe("1m,5m,10m,20m,40m,80m,160m,4h")
    expect(written.get("TELEMARK_GIVE_UP")).toBe("24h")
    expect(written.get("TELEMARK_LOG_RETENTION_DAYS")).toBe(
      formatRetention(defaultRetentionPolicy.log)
    )
    expect(formatRetention(null)).toBe("forever")
  })

  it.effect("accept a retry schedule and an age at which to give up", () =>
    Effect.gen(function* () {
      const { retry } = Result.getOrThrow(
        yield* read({ TELEMARK_RETRY_SCHEDULE: "1s,2m", TELEMARK_GIVE_UP: "1h" })
      )
      expect(retry).toEqual({
        schedule: [1000, 2 * minutes],
        giveUp: 60 * minutes,
        refusedGiveUp: 60 * minutes
      })
    })
  )

  it.effect(
    "take a time for which refused mail is tried again, up to the age at which to give up",
    () =>
      Effect.gen(function* () {
        const { retry } = Result.getOrThrow(yield* read({ TELEMARK_REFUSED_GIVE_UP: "1h" }))
        expect(retry).toMatchObject({ giveUp: 1440 * minutes, refusedGiveUp: 60 * minutes })
        const { problems } = Result.getOrThrow(
          Result.flip(yield* read({ TELEMARK_GIVE_UP: "4h", TELEMARK_REFUSED_GIVE_UP: "5h" }))
        )
        expect(problems).toEqual([
          {
            name: "TELEMARK_REFUSED_GIVE_UP",
            problem:
              "is longer than TELEMARK_GIVE_UP; it takes a duration such as 90s, 30m or 24h, no longer than TELEMARK_GIVE_UP"
          }
        ])
      })
  )

  it.effect(
    "choose the relay when its URL is set, keep its login out of sight, and then have no sender of their own",
    () =>
      Effect.gen(function* () {
        const url = "smtp://ada:s3cret@relay.example.com:587?tls=opportunistic"
        const found = Result.getOrThrow(yield* read({ TELEMARK_SMTP_URL: url }))
        expect(found.from).toBeUndefined()
        expect(found.transport._tag === "Smtp" && Redacted.value(found.transport.url)).toBe(url)
        expect(found.transport).toMatchObject({ connections: 10, messagesPerConnection: 100 })
        expect(JSON.stringify(found)).not.toContain("s3cret")
      })
  )

  it.each([
    ["TELEMARK_SMTP_CONNECTIONS", "20", { connections: 20, messagesPerConnection: 100 }],
    ["TELEMARK_SMTP_MESSAGES_PER_CONNECTION", "1", { connections: 10, messagesPerConnection: 1 }]
  ])("%s=%s is what the relay gets", async (name, value, expected) => {
    const found = await Effect.runPromise(
      read({ TELEMARK_SMTP_URL: "smtps://relay.example.com", [name]: value })
    )
    expect(Result.getOrThrow(found).transport).toMatchObject(expected)
  })

  it.effect(
    "let capture win over a relay that is set too, which then only gets what is released",
    () =>
      Effect.gen(function* () {
        const found = yield* read({
          TELEMARK_SMTP_URL: "smtps://relay.example.com",
          TELEMARK_TRANSPORT: "capture"
        })
        const { transport } = Result.getOrThrow(found)
        expect(transport).toMatchObject({ _tag: "Capture", all: true, relay: { connections: 10 } })
        expect(
          transport._tag === "Capture" &&
            transport.relay !== undefined &&
            Redacted.value(transport.relay.url)
        ).toBe("smtps://relay.example.com")
      })
  )

  it.each([
    ["capture", true],
    ["Capture", true],
    ["", false]
  ])(
    "TELEMARK_TRANSPORT=%s captures what tenants' own servers would send: %s",
    async (transport, all) => {
      const found = await Effect.runPromise(read({ TELEMARK_TRANSPORT: transport }))
      expect(Result.getOrThrow(found).transport).toEqual({ _tag: "Capture", all })
    }
  )

  it.each([
    ["TELEMARK_HOST", "http://127.0.0.1"],
    ["TELEMARK_PORT", "65536"],
    ["TELEMARK_PORT", "http"],
    ["TELEMARK_PORT", "-1"],
    ["TELEMARK_PUBLIC_URL", "mail.example.com"],
    ["TELEMARK_TRACKING_HOST", "https://track.example.com"],
    ["TELEMARK_PUBLIC_URL", "https://user:hunter2@mail.example.com"],
    ["TELEMARK_PUBLIC_URL", "https://mail.example.com?x=1"],
    ["TELEMARK_DATABASE_URL", "./telemark.db"],
    ["TELEMARK_DATABASE_URL", "sqlite:"],
    ["TELEMARK_DATABASE_URL", "sqlite::memory:"],
    ["TELEMARK_DATABASE_URL", "sqlite://somewhere/mail.db"],
    ["TELEMARK_DATABASE_URL", "mysql://ada:s3cret@localhost/mail"],
    ["TELEMARK_DATABASE_URL", "postgres://ada:s3cret@localhost:5432:1/mail"],
    ["TELEMARK_DATABASE_POOL", "0"],
    ["TELEMARK_DATABASE_POOL", "ten"],
    ["TELEMARK_DATABASE_PREPARE", "never"],
    ["TELEMARK_DATABASE_DIRECT_URL", "sqlite:mail.db"],
    ["TELEMARK_DATABASE_DIRECT_URL", "postgres://ada:s3cret@/mail"],
    ["TELEMARK_DATABASE_SCHEMA", "my-schema"],
    ["TELEMARK_DATABASE_SCHEMA", "pg_mail"],
    ["TELEMARK_TABLE_PREFIX", "tm."],
    ["TELEMARK_TABLE_PREFIX", "x".repeat(41)],
    ["TELEMARK_MIGRATE", "never"],
    ["TELEMARK_BODY_RETENTION_DAYS", "0"],
    ["TELEMARK_LOG_RETENTION_DAYS", "90d"],
    ["TELEMARK_EVENT_RETENTION_DAYS", "never"],
    ["TELEMARK_DELIVERY_RETENTION_DAYS", "0.5"],
    ["TELEMARK_AUDIT_RETENTION_DAYS", "0"],
    ["TELEMARK_TRANSPORT", "direct"],
    ["TELEMARK_TRANSPORT", "pigeon"],
    ["TELEMARK_SMTP_URL", "relay.example.com:587"],
    ["TELEMARK_SMTP_URL", "http://relay.example.com"],
    ["TELEMARK_SMTP_URL", "smtp://ada:s3cret@relay.example.com/path"],
    ["TELEMARK_SMTP_URL", "smtp://ada:s3cret@relay.example.com?tls=maybe"],
    ["TELEMARK_SMTP_URL", "smtp://ada:s3cret@relay.example.com?secure=true"],
    ["TELEMARK_SMTP_CONNECTIONS", "0"],
    ["TELEMARK_SMTP_CONNECTIONS", "1001"],
    ["TELEMARK_SMTP_MESSAGES_PER_CONNECTION", "unlimited"],
    ["TELEMARK_EHLO_NAME", "mail server"],
    ["TELEMARK_EHLO_NAME", "192.0.2.25"],
    ["TELEMARK_EHLO_NAME", "[192.0.2.256]"],
    ["TELEMARK_FROM", "the shop"],
    ["TELEMARK_WRITE_RATE_LIMIT", "0"],
    ["TELEMARK_DEFAULT_RATE_LIMIT", "0"],
    ["TELEMARK_TRUSTED_PROXIES", "proxy.example.com"],
    ["TELEMARK_DEFAULT_RATE_LIMIT", "10001"],
    ["TELEMARK_MONTHLY_LIMIT", "many"],
    ["TELEMARK_RETRY_SCHEDULE", "1m;5m"],
    ["TELEMARK_GIVE_UP", "24"],
    ["TELEMARK_REFUSED_GIVE_UP", "1"],
    ["TELEMARK_REFUSED_GIVE_UP", "25h"],
    ["TELEMARK_FEEDBACK_IMAP", "imaps://ada@mail.example.com/INBOX"],
    ["TELEMARK_FEEDBACK_IMAP", "https://ada:s3cret@mail.example.com/INBOX"],
    ["TELEMARK_FEEDBACK_IMAP", "imaps://ada:s3cret@mail.example.com?tls=none"],
    ["TELEMARK_FEEDBACK_IMAP", "imaps://ada:s3cret@mail.example.com?then=delete&move=Done"],
    ["TELEMARK_FEEDBACK_IMAP_INTERVAL", "100ms"],
    ["TELEMARK_QUEUE_URL", "http://localhost:6379"],
    ["TELEMARK_QUEUE_URL", "localhost:6379"],
    ["TELEMARK_CONCURRENCY", "1e2"],
    ["TELEMARK_LEASE", "10ms"],
    ["TELEMARK_KEEP_ALIVE", "0"],
    ["TELEMARK_KEEP_ALIVE", "25h"],
    ["TELEMARK_LOG_LEVEL", "toString"],
    ["TELEMARK_LOG_FORMAT", "xml"],
    ["OTEL_EXPORTER_OTLP_ENDPOINT", "localhost:4318"]
  ])("%s=%s is refused by name, without repeating the value", async (name, value) => {
    const refused = Result.flip(await Effect.runPromise(read({ [name]: value })))
    const { message, problems } = Result.getOrThrow(refused)
    expect(problems.map((problem) => problem.name)).toEqual([name])
    expect(message).toContain(`${name} `)
    expect(message).toContain("takes")
    expect(message).not.toContain("s3cret")
    expect(message).not.toContain(`"${value}"`)
  })

  it.each([
    ["smtp://ada@relay.example.com", "needs both a user and a password, or neither"],
    [
      "smtp://ada:%zz@relay.example.com",
      "has a percent sign that begins no escape: percent-encode special characters of user and password, % as %25"
    ],
    ["smtps://relay.example.com?tls=none", "has an invalid tls parameter"],
    ["smtp://relay.example.com:0", "names no valid port"],
    ["smtp://a_b.example", "names no valid host"],
    ["smtp://", "names no host"],
    ["relay.example.com", "is not a URL"]
  ])(
    "TELEMARK_SMTP_URL=%s is refused with all other problems, for the transport's reason",
    async (url, reason) => {
      const refused = Result.flip(
        await Effect.runPromise(read({ TELEMARK_SMTP_URL: url, TELEMARK_PORT: "x" }))
      )
      const [port, relay, ...more] = Result.getOrThrow(refused).problems
      expect(port?.name).toBe("TELEMARK_PORT")
      expect(relay).toEqual({
        name: "TELEMARK_SMTP_URL",
        problem: expect.stringContaining(`${reason}; it takes a URL such as smtp://`) as unknown
      })
      expect(more).toEqual([])
    }
  )

  it.effect("report every problem at once", () =>
    Effect.gen(function* () {
      const refused = yield* read({
        TELEMARK_PORT: "x",
        TELEMARK_LEASE: "x",
        TELEMARK_TRANSPORT: "smtp"
      })
      const { problems } = Result.getOrThrow(Result.flip(refused))
      expect(problems.map(({ name }) => name)).toEqual([
        "TELEMARK_PORT",
        "TELEMARK_LEASE",
        "TELEMARK_SMTP_URL"
      ])
    })
  )

  it("have defaults in the table that can be written down", () => {
    expect(
      settingList.every(
        (setting) => setting.default.length > 0 && setting.description.endsWith(".")
      )
    ).toBe(true)
  })

  it.effect("read the host of return paths as A-labels, with what is reported", () =>
    Effect.gen(function* () {
      const pathOf = (environment: Readonly<Record<string, string>>) =>
        Effect.map(read(environment), (found) => Result.getOrThrow(found).returnPath)
      expect(yield* pathOf({ TELEMARK_RETURN_PATH_HOST: "Bounce.Bücher.example" })).toEqual({
        host: "bounce.xn--bcher-kva.example",
        reportSuccess: false
      })
      expect(
        yield* pathOf({
          TELEMARK_RETURN_PATH_HOST: "bounce.example.com",
          TELEMARK_DSN_SUCCESS: "on"
        })
      ).toEqual({ host: "bounce.example.com", reportSuccess: true })
      expect(yield* pathOf({ TELEMARK_DSN_SUCCESS: "on" })).toBeUndefined()
    })
  )
})
