import { hasRedis, startRedis } from "@telemark-tools/redis"
import { describe, expect, it, onTestFinished } from "vitest"
import { join } from "node:path"
import type { Finding } from "../src/doctor/Finding.js"
import { call } from "./support/call.js"
import { said } from "./support/said.js"
import { temporaryDirectory } from "./support/telemark.js"

const aRedis = async (...options: Parameters<typeof startRedis>) => {
  const redis = await startRedis(...options)
  onTestFinished(redis.remove)
  return redis
}

/** What the doctor finds of the queue, as `status: message`. */
const findings = async (url?: string): Promise<ReadonlyArray<string>> => {
  const { stderr, stdout } = await call(["doctor", "--json"], {
    TELEMARK_DATABASE_URL: `sqlite:${join(temporaryDirectory(), "mail.db")}`,
    TELEMARK_PORT: "0",
    ...(url === undefined ? {} : { TELEMARK_QUEUE_URL: url })
  })
  expect(stdout + stderr).not.toMatch(/s3cret|wr0ng/)
  const { checks } = JSON.parse(stdout) as { readonly checks: ReadonlyArray<Finding> }
  return checks.filter(({ check }) => check === "queue").map(said)
}

const withLogin = (url: string, login: string): string => url.replace("//", `//${login}@`)
const isOk =
  /^ok: The Redis of TELEMARK_QUEUE_URL \(127\.0\.0\.1:\d+\) answers with version \d+\.\d+\.\d+\./

describe.runIf(hasRedis())("the doctor about the queue", () => {
  it("says nothing where the database is the queue", async () => {
    expect(await findings()).toEqual([])
  })

  it("says which Redis answers and what its persistence means", async () => {
    const [forgets, keeps] = [await aRedis(), await aRedis({ keepsData: true })]
    expect(await findings(forgets.url)).toEqual([expect.stringMatching(isOk) as unknown])
    expect((await findings(forgets.url))[0]).toContain("appendonly no")
    expect((await findings(keeps.url))[0]).toContain("It writes its entries to a file")
  })

  it("warns of a Redis that throws entries away, and writes nothing into it", async () => {
    const redis = await aRedis()
    await redis.command("CONFIG SET maxmemory-policy allkeys-lru")
    expect(await findings(redis.url)).toEqual([
      expect.stringMatching(isOk) as unknown,
      expect.stringMatching(
        /^warn: .*its maxmemory-policy is allkeys-lru\. Set it to noeviction/
      ) as unknown
    ])
    expect(await redis.command("DBSIZE")).toBe(":0")
  })

  it("says that a Redis is away, and what to do", async () => {
    const redis = await aRedis()
    await redis.stop()
    expect(await findings(withLogin(redis.url, ":s3cret"))).toEqual([
      expect.stringMatching(
        /^fail: The queue on Redis at 127\.0\.0\.1:\d+ can't be used: nothing listens there\. Mail waits .*Start Redis, or check host and port\.$/
      ) as unknown
    ])
  })

  it("says that the login is missing, refused, taken, or not allowed enough", async () => {
    const redis = await aRedis()
    await redis.command("ACL SETUSER ada on >s3cret ~telemark:* +@all")
    await redis.command("ACL SETUSER bob on >s3cret ~shop:* +@all")
    await redis.command("CONFIG SET requirepass s3cret")
    expect(await findings(redis.url)).toEqual([
      expect.stringMatching(
        /^fail: .*it requires a password\..*Put the password into the URL/
      ) as unknown
    ])
    expect(await findings(withLogin(redis.url, "ada:wr0ng"))).toEqual([
      expect.stringMatching(
        /^fail: .*it refuses the user name or the password\..*Check the user name/
      ) as unknown
    ])
    expect(await findings(withLogin(redis.url, "ada:s3cret"))).toEqual([
      expect.stringMatching(isOk) as unknown
    ])
    expect(await findings(withLogin(redis.url, "bob:s3cret"))).toEqual([
      expect.stringMatching(/^fail: .*may not use its commands or keys\..*ACL SETUSER/) as unknown
    ])
    expect(await findings(`${withLogin(redis.url, "bob:s3cret")}?prefix=shop`)).toEqual([
      expect.stringMatching(isOk) as unknown
    ])
  })
})
