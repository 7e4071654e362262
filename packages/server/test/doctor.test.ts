import { describe, expect, it } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { judgeDomains, judgeOwnServers } from "../src/Doctor/domains.js"
import { nearestDirectory } from "../src/Doctor/file.js"
import { checkClock, judgeSpace } from "../src/Doctor/machine.js"
import { judgeClockDifference, judgeConnections, judgeEmpty } from "../src/Doctor/postgres.js"
import { strangers } from "../src/Doctor/settings.js"
import { type ExaminedEndpoint, judgeEndpoints } from "../src/Doctor/webhooks.js"
import { temporaryDirectory } from "./support/telemark.js"

const mebibyte = 1024 ** 2

describe("the doctor", () => {
  it.each([[0, "fail"], [99 * mebibyte, "fail"], [100 * mebibyte, "warn"], [1023 * mebibyte, "warn"], [1024 * mebibyte, "ok"]])(
    "thinks of %d free bytes: %s",
    (free, status) => {
      expect(judgeSpace(free).status).toBe(status)
    }
  )

  it.effect("doubts a clock from before this program", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(Date.UTC(2025, 5, 1))
      expect((yield* checkClock(undefined)).status).toBe("fail")
    }))

  it.effect("doubts a clock that is behind what was stored", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(Date.UTC(2027, 5, 1))
      expect((yield* checkClock(Date.UTC(2027, 5, 2))).status).toBe("fail")
      expect((yield* checkClock(Date.UTC(2027, 4, 30))).status).toBe("ok")
    }))

  it.each([
    [97, 10, "ok", "8 processes fit"],
    [44, 10, "ok", "4 processes fit"],
    [43, 10, "warn", "only 3 fit"],
    [11, 10, "warn", "only 1 fit"],
    [10, 10, "fail", "TELEMARK_DATABASE_POOL lower"]
  ])("thinks of %d connections for pools of %d: %s", (granted, pool, status, words) => {
    expect(judgeConnections(granted, 3, pool)).toMatchObject({ status, message: expect.stringContaining(words) as unknown })
  })

  it.each([
    [0, "ok", "0.0 s"], [5000, "ok", "5.0 s"], [-5000, "ok", "5.0 s"], [5100, "warn", "5.1 s behind"], [-5100, "warn", "5.1 s ahead of"]
  ])("thinks of a database server whose clock is %d ms ahead: %s", (ahead, status, words) => {
    expect(judgeClockDifference(ahead)).toMatchObject({ status, message: expect.stringContaining(words) as unknown })
  })

  it("expects a user of a database without tables to be allowed to make them", () => {
    expect([true, false].map((mayCreate) => judgeEmpty("db:5432/mail", mayCreate, true).status)).toEqual(["ok", "fail"])
  })

  it.each([
    [1, 1, "ok", "1 domain, ready to send."],
    [5, 5, "ok", "5 domains, ready to send."],
    [5, 4, "warn", "Of 5 domains 1 isn't ready to send."],
    [1, 0, "warn", "Of 1 domain 1 isn't ready to send."],
    [5, 3, "warn", "Of 5 domains 2 aren't ready to send."]
  ])("thinks of %d domains of which %d are ready: %s", (total, ready, status, words) => {
    expect(judgeDomains(total, ready)).toMatchObject([{ status, message: expect.stringContaining(words) as unknown }])
  })

  it.each([
    [1, 1, "ok", "1 SMTP server of a tenant"],
    [3, 2, "warn", "Of 3 SMTP servers of tenants 1 refused the login"]
  ])("thinks of %d SMTP servers of tenants of which %d took the login: %s", (total, verified, status, words) => {
    expect(judgeOwnServers(total, verified)).toMatchObject([{ status, message: expect.stringContaining(words) as unknown }])
  })

  it("has nothing to say of domains, servers and webhook endpoints where there are none", () => {
    expect([judgeDomains(0, 0), judgeOwnServers(0, 0), judgeEndpoints([])]).toEqual([[], [], []])
  })

  it.each<readonly [string, ReadonlyArray<Partial<ExaminedEndpoint>>, "ok" | "warn", ReadonlyArray<string>]>([
    ["one that works", [{}], "ok", ["1 webhook endpoint, none of which failed when last used."]],
    ["one that its tenant made inactive", [{ active: false }, {}], "ok", ["2 webhook endpoints, none"]],
    ["one that fails", [{ failing: true }, { id: 2 }], "warn", ["Of 2 webhook endpoints 1 failed when last used, and 0 were made inactive", "Failing: 1 of acme."]],
    ["one that is gone", [{ active: false, disabled_reason: "gone" }], "warn", ["0 failed when last used, and 1 was made", "Inactive: 1 of acme (answered 410)."]],
    ["one that failed for long", [{ active: false, failing: true, disabled_reason: "failing" }], "warn", ["0 failed", "Inactive: 1 of acme (failed for five days)."]],
    ["many", Array.from({ length: 12 }, (_, index) => ({ id: index, failing: true })), "warn", ["9 of acme, 2 more."]]
  ])("thinks of webhook endpoints, %s", (_, endpoints, status, words) => {
    const found = judgeEndpoints(endpoints.map((each) => ({ tenant: "acme", id: 1, active: true, failing: false, disabled_reason: null, ...each })))
    expect(found.map((finding) => finding.status)).toEqual([status])
    for (const word of words) expect(found[0]?.message).toContain(word)
  })

  it("knows settings from typing mistakes", () => {
    expect(strangers(["TELEMARK_PORT", "TELEMARK_PROT", "TELEMARK_KEY", "PATH"])).toMatchObject([{ status: "warn", message: /TELEMARK_PROT/ }].map(
      ({ message, status }) => ({ status, message: expect.stringMatching(message) as unknown })
    ))
  })

  it("looks for room where the database will be", () => {
    const directory = temporaryDirectory()
    mkdirSync(join(directory, "a"))
    expect(nearestDirectory(join(directory, "a/mail.db"))).toBe(join(directory, "a"))
    expect(nearestDirectory(join(directory, "a/b/c/mail.db"))).toBe(join(directory, "a"))
  })
})
