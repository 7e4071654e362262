import { describe, expect, it } from "@effect/vitest"
import { TestClock } from "@telemark-tools/clock"
import type { RedisInspection } from "@telemark/bullmq"
import type { BackOff, ConnectionLimit } from "@telemark/core"
import { Effect } from "effect"
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { strangers } from "../src/doctor/Finding.js"
import { judgeDomains, judgeOwnServers } from "../src/doctor/domains.js"
import { checkClock, judgeSpace, nearestDirectory } from "../src/doctor/file.js"
import { judgeClockDifference, judgeConnections, judgeEmpty } from "../src/doctor/postgres.js"
import { judgeRedis } from "../src/doctor/queue.js"
import { judgeBackOffs, judgeConnectionLimits } from "../src/doctor/routes.js"
import { judgeSqlSends } from "../src/doctor/sqlSends.js"
import { type ExaminedEndpoint, judgeEndpoints } from "../src/doctor/webhooks.js"
import { temporaryDirectory } from "./support/telemark.js"

const mebibyte = 1024 ** 2

describe("the doctor", () => {
  it.each([
    [0, "fail"],
    [99 * mebibyte, "fail"],
    [100 * mebibyte, "warn"],
    [1023 * mebibyte, "warn"],
    [1024 * mebibyte, "ok"]
  ])("thinks of %d free bytes: %s", (free, status) => {
    expect(judgeSpace(free).status).toBe(status)
  })

  it.each([
    [0, undefined, []],
    [1, 59_999, []],
    [1, 60_000, ["warn: A send inserted by SQL waits, the oldest since 2027-"]],
    [1200, 3_600_000, ["warn: 1200 sends inserted by SQL wait, the oldest since 2027-"]]
  ])("thinks of %d sends by SQL, the oldest of %s ms ago: %j", (waiting, age, said) => {
    const now = Date.UTC(2027, 5, 1)
    const found = judgeSqlSends(waiting, age === undefined ? undefined : now - age, now)
    expect(found.map(({ message, status }) => `${status}: ${message}`)).toEqual(
      said.map((words) => expect.stringContaining(words) as unknown)
    )
  })

  it.effect("doubts a clock from before this program", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.UTC(2025, 5, 1))
      expect((yield* checkClock(undefined)).status).toBe("fail")
    })
  )

  it.effect("doubts a clock that is behind what was stored", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.UTC(2027, 5, 1))
      expect((yield* checkClock(Date.UTC(2027, 5, 2))).status).toBe("fail")
      expect((yield* checkClock(Date.UTC(2027, 4, 30))).status).toBe("ok")
    })
  )

  it.each([
    [97, 10, "ok", "8 processes fit"],
    [44, 10, "ok", "4 processes fit"],
    [43, 10, "warn", "only 3 fit"],
    [11, 10, "warn", "only 1 fit"],
    [10, 10, "fail", "TELEMARK_DATABASE_POOL lower"]
  ])("thinks of %d connections for pools of %d: %s", (granted, pool, status, words) => {
    expect(judgeConnections(granted, 3, pool)).toMatchObject({
      status,
      message: expect.stringContaining(words) as unknown
    })
  })

  it.each([
    [0, "ok", "0.0 s"],
    [5000, "ok", "5.0 s"],
    [-5000, "ok", "5.0 s"],
    [5100, "warn", "5.1 s behind"],
    [-5100, "warn", "5.1 s ahead of"]
  ])("thinks of a database server whose clock is %d ms ahead: %s", (ahead, status, words) => {
    expect(judgeClockDifference(ahead)).toMatchObject({
      status,
      message: expect.stringContaining(words) as unknown
    })
  })

  it("expects a user of a database without tables to be allowed to make them", () => {
    expect(
      [true, false].map((mayCreate) => judgeEmpty("db:5432/mail", mayCreate, true).status)
    ).toEqual(["ok", "fail"])
  })

  const redis = {
    host: "queue",
    port: 6379,
    version: "7.0.15",
    isReplica: false,
    maxmemoryPolicy: "noeviction",
    appendsToFile: true
  }
  it.each<readonly [string, Partial<RedisInspection>, ReadonlyArray<readonly [string, string]>]>([
    [
      "that is as it should be",
      {},
      [
        [
          "ok",
          "The Redis of TELEMARK_QUEUE_URL (queue:6379) answers with version 7.0.15. It writes its entries to a file"
        ]
      ]
    ],
    [
      "that keeps no file",
      { appendsToFile: false },
      [["ok", "no mail is lost, and its mail is queued again within 30 s."]]
    ],
    [
      "that reveals little",
      { version: undefined, maxmemoryPolicy: undefined, appendsToFile: undefined },
      [["ok", "(queue:6379) answers."]]
    ],
    [
      "that may throw entries away",
      { maxmemoryPolicy: "allkeys-lru" },
      [
        ["ok", "answers"],
        ["warn", "its maxmemory-policy is allkeys-lru. Set it to noeviction"]
      ]
    ],
    [
      "that is old",
      { version: "6.0.16" },
      [
        ["ok", "answers"],
        ["warn", "6.2 or newer"]
      ]
    ],
    ["of the oldest version that isn't", { version: "6.2.0" }, [["ok", "6.2.0"]]],
    [
      "that BullMQ refuses",
      { version: "4.0.9", maxmemoryPolicy: "volatile-lru" },
      [
        ["fail", "no mail would be delivered"],
        ["warn", "volatile-lru"]
      ]
    ],
    ["that is a replica", { isReplica: true }, [["fail", "Name its primary."]]]
  ])("thinks of a Redis %s", (_, changes, expected) => {
    expect(judgeRedis({ ...redis, ...changes })).toMatchObject(
      expected.map(([status, words]) => ({
        status,
        message: expect.stringContaining(words) as unknown
      }))
    )
  })

  /** Of so many tenants each has one, the last of them a working one. */
  const owned = (total: number, working: number) =>
    Array.from({ length: total }, (_, index) => ({
      tenant: `t${String(index)}`,
      isReady: index >= total - working
    }))

  it.each([
    [1, 1, "ok", "1 domain, ready to send."],
    [5, 5, "ok", "5 domains, ready to send."],
    [5, 4, "warn", "Of 5 domains 1 isn't ready to send."],
    [1, 0, "warn", "Of 1 domain 1 isn't ready to send."],
    [5, 3, "warn", "Of 5 domains 2 aren't ready to send."]
  ])("thinks of %d domains of which %d are ready: %s", (total, ready, status, words) => {
    expect(judgeDomains(owned(total, ready))).toMatchObject([
      {
        status,
        message: expect.stringContaining(words) as unknown,
        ...(status === "ok"
          ? {}
          : { tenants: Array.from({ length: total - ready }, (_, index) => `t${String(index)}`) })
      }
    ])
  })

  it.each([
    [1, 1, "ok", "1 SMTP server of a tenant"],
    [3, 2, "warn", "Of 3 SMTP servers of tenants 1 refused the login"]
  ])(
    "thinks of %d SMTP servers of tenants of which %d took the login: %s",
    (total, verified, status, words) => {
      expect(judgeOwnServers(owned(total, verified))).toMatchObject([
        { status, message: expect.stringContaining(words) as unknown }
      ])
    }
  )

  it("has nothing to say of domains, servers, webhook endpoints and back-offs where there are none", () => {
    expect([
      judgeDomains([]),
      judgeOwnServers([]),
      judgeEndpoints([]),
      judgeBackOffs([], 0, 0, (id) => id)
    ]).toEqual([[], [], [], []])
  })

  const noon = Date.UTC(2026, 5, 15, 12)
  const backOff: BackOff = {
    route: "platform",
    tenant_id: "tn_a",
    sender_domain: "a.example",
    cause: "asked_for_less",
    stage: "rcpt",
    smtp_response: "421 Slow down",
    error_message: "The mail server refused the message for now at the recipient.",
    since: noon,
    until: noon + 60_000
  }
  const suspended = {
    cause: "account_refused",
    smtp_response: "550 Your account has been suspended"
  } as const
  it.each<readonly [string, Partial<BackOff>, string]>([
    [
      "of a sender",
      {},
      "warn: Mail from a.example (acme) on the platform's route waits until 2026-06-15 12:01:00 UTC: the mail server asked for less mail at 2026-06-15 12:00:00 UTC (“421 Slow down”). Delivery continues"
    ],
    [
      "of a tenant",
      { sender_domain: "" },
      "warn: All mail of acme on the platform's route waits until"
    ],
    [
      "of the platform's route",
      { tenant_id: "", sender_domain: "" },
      "warn: All mail on the platform's route waits until"
    ],
    [
      "of a tenant's own server",
      { route: "smtp_1", sender_domain: "" },
      "warn: All mail on the SMTP server of acme waits until"
    ],
    ["for the day", { cause: "daily_limit" }, "daily limit was reached at 2026-06-15 12:00:00 UTC"],
    [
      "of an account that is refused",
      { ...suspended, tenant_id: "", sender_domain: "" },
      "fail: All mail on the platform's route waits until 2026-06-15 12:01:00 UTC: the mail server refused our account there at 2026-06-15 12:00:00 UTC (“550 Your account has been suspended”). Sign in there and get the account unlocked. Refused mail is tried again for 24h, and then fails."
    ],
    [
      "of a tenant's account that is refused",
      { ...suspended, route: "smtp_1", sender_domain: "" },
      "warn: All mail on the SMTP server of acme waits until"
    ],
    [
      "without a reply",
      {
        cause: "refused",
        smtp_response: null,
        error_message: "The mail server's certificate is not valid for it while setting up TLS."
      },
      "(“the mail server's certificate is not valid for it while setting up TLS”). Fix what it says"
    ],
    [
      "that is over, and nothing was sent since",
      { until: noon - 1 },
      "warn: Mail from a.example (acme) on the platform's route waits for its next attempt: "
    ]
  ])("reports a back-off %s", (_, changes, words) => {
    const [finding, ...others] = judgeBackOffs(
      [{ ...backOff, ...changes }],
      noon,
      24 * 3_600_000,
      (id) => (id === "tn_a" ? "acme" : id)
    )
    expect(`${finding?.status ?? ""}: ${finding?.message ?? ""}`).toContain(words)
    expect(others).toEqual([])
  })

  it.each<readonly [string, Partial<ConnectionLimit>, ReadonlyArray<string>]>([
    [
      "the relay",
      {},
      [
        "warn: The relay refused one connection more at 2026-06-15 12:00:00 UTC (“421 Too many”). A worker goes on with 8, and tries one more every five minutes. Set TELEMARK_SMTP_CONNECTIONS to what it takes, divided by the number of workers, or get its limit raised."
      ]
    ],
    ["the relay, once fewer are to be opened", { connections: 10 }, []],
    [
      "a tenant's server",
      { route: "smtp_1", tenant_id: "tn_a", connections: 2, smtp_response: null },
      [
        "warn: The SMTP server of acme refused one connection more at 2026-06-15 12:00:00 UTC. A worker goes on with 2, and tries one more every five minutes."
      ]
    ]
  ])("says how many connections %s takes", (_, changes, said) => {
    const limit = {
      route: "platform",
      tenant_id: "",
      connections: 8,
      smtp_response: "421 Too many",
      refused_at: noon
    }
    const found = judgeConnectionLimits([{ ...limit, ...changes }], 10, () => "acme")
    expect(found.map(({ message, status }) => `${status}: ${message}`)).toEqual(said)
  })

  it("names few back-offs, those first that need somebody", () => {
    const many = Array.from({ length: 12 }, (_, index) => ({
      ...backOff,
      sender_domain: `${String(index)}.example`
    }))
    const found = judgeBackOffs(
      [...many, { ...backOff, ...suspended }],
      noon,
      3_600_000,
      (id) => id
    )
    expect(found).toHaveLength(6)
    expect(found[0]?.message).toContain("suspended")
    expect(found[0]?.message).toContain("tried again for 1h, and then fails")
    expect(found[1]?.message).not.toContain("fails")
    expect(found[5]?.message).toBe("8 more senders wait for a route that backs off.")
  })

  it.each<
    readonly [
      string,
      ReadonlyArray<Partial<ExaminedEndpoint>>,
      "ok" | "warn",
      ReadonlyArray<string>
    ]
  >([
    ["one that works", [{}], "ok", ["1 webhook endpoint, none of which failed when last used."]],
    [
      "one that its tenant made inactive",
      [{ active: false }, {}],
      "ok",
      ["2 webhook endpoints, none"]
    ],
    [
      "one that fails",
      [{ failing: true }, { id: 2 }],
      "warn",
      [
        "Of 2 webhook endpoints 1 failed when last used, and 0 were made inactive",
        "Failing: 1 of acme."
      ]
    ],
    [
      "one that is gone",
      [{ active: false, disabled_reason: "gone" }],
      "warn",
      ["0 failed when last used, and 1 was made", "Inactive: 1 of acme (answered 410)."]
    ],
    [
      "one that failed for long",
      [{ active: false, failing: true, disabled_reason: "failing" }],
      "warn",
      ["0 failed", "Inactive: 1 of acme (failed for five days)."]
    ],
    [
      "many",
      Array.from({ length: 12 }, (_, index) => ({ id: index, failing: true })),
      "warn",
      ["9 of acme, 2 more."]
    ]
  ])("thinks of webhook endpoints, %s", (_, endpoints, status, words) => {
    const found = judgeEndpoints(
      endpoints.map((each) => ({
        tenant: "acme",
        id: 1,
        active: true,
        failing: false,
        disabled_reason: null,
        ...each
      }))
    )
    expect(found.map((finding) => finding.status)).toEqual([status])
    for (const word of words) expect(found[0]?.message).toContain(word)
    expect(found[0]?.tenants).toEqual(status === "ok" ? undefined : ["acme"])
  })

  it("knows settings from typing mistakes", () => {
    expect(strangers(["TELEMARK_PORT", "TELEMARK_PROT", "TELEMARK_KEY", "PATH"])).toMatchObject(
      [{ status: "warn", message: /TELEMARK_PROT/ }].map(({ message, status }) => ({
        status,
        message: expect.stringMatching(message) as unknown
      }))
    )
  })

  it("checks the free space where the database will be", () => {
    const directory = temporaryDirectory()
    mkdirSync(join(directory, "a"))
    expect(nearestDirectory(join(directory, "a/mail.db"))).toBe(join(directory, "a"))
    expect(nearestDirectory(join(directory, "a/b/c/mail.db"))).toBe(join(directory, "a"))
  })
})
