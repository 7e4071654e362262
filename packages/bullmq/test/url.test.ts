import { Redacted, Result } from "effect"
import { describe, expect, it } from "vitest"
import { bullmq } from "../src/bullmq.js"
import { parseRedisUrl } from "../src/redisUrl.js"

describe("the URL of a Redis", () => {
  it.each([
    [
      "redis://localhost",
      {
        host: "localhost",
        port: 6379,
        tls: false,
        database: 0,
        username: undefined,
        password: undefined,
        prefix: undefined
      }
    ],
    [
      "rediss://queue.example.com:6380/3",
      { host: "queue.example.com", port: 6380, tls: true, database: 3 }
    ],
    ["redis://[::1]:6379/", { host: "::1", port: 6379, database: 0 }],
    ["redis://ada@db", { host: "db", username: "ada" }],
    ["redis://db/2?prefix=shop", { database: 2, prefix: "shop" }]
  ])("%s is understood", (text, expected) => {
    expect(Result.getOrThrow(parseRedisUrl(text))).toMatchObject(expected)
  })

  it("has its password decoded", () => {
    const { password, username } = Result.getOrThrow(parseRedisUrl("redis://:s3%23cret@db"))
    expect([username, password === undefined ? undefined : Redacted.value(password)]).toEqual([
      undefined,
      "s3#cret"
    ])
  })

  it.each([
    ["localhost:6379", "must begin with redis:// or rediss://"],
    ["", "is not a URL"],
    ["http://secret.example.com", "must begin with redis:// or rediss://"],
    ["redis://", "names no host"],
    ["redis://secret:0", "names no valid port"],
    ["redis://secret/mail", "must end after the number of the database"],
    [
      "redis://secret?prefix=a:b",
      "has a prefix of other characters than letters, digits, dots, hyphens and underscores"
    ],
    ["redis://secret?family=6", "has a parameter other than prefix"],
    ["redis://:secret%@db", "has a percent sign that begins no escape"]
  ])("%s is refused without being repeated", (text, reason) => {
    const problem = Result.getOrThrow(Result.flip(parseRedisUrl(text)))
    expect(problem.reason).toBe(reason)
    expect(problem.message).not.toContain("secret")
  })
})

describe("bullmq()", () => {
  it.each([
    [{ url: 6379 }, "url"],
    [{ url: "redis://localhost", prefix: "a:b" }, "prefix"],
    [{ url: "redis://localhost", keptFor: 10 }, "keptFor"],
    [{ url: "redis://localhost", prefx: "shop" }, "prefx"]
  ])("refuses %j", (options, name) => {
    const problem = Result.getOrThrow(
      Result.flip(Result.try(() => bullmq(options as Parameters<typeof bullmq>[0])))
    )
    expect(problem).toMatchObject({
      _tag: "ValidationFailed",
      details: { [name]: expect.any(Array) }
    })
  })
})
