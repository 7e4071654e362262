import { describe, expect, it } from "vitest"
import { pauseAfter } from "../src/calls/repeat.js"
import { readAnswer } from "../src/calls/answer.js"
import {
  ConnectionFailed,
  InternalError,
  MonthlyLimitExceeded,
  NotFound,
  RateLimited,
  ServiceUnavailable,
  type TelemarkError,
  TimedOut,
  UnexpectedAnswer
} from "../src/index.js"

const facts = { details: undefined }
const unavailable = new ServiceUnavailable({ ...facts, status: 503 })
const pause = (
  error: TelemarkError,
  attempts = 1,
  random = 0,
  repeat: "always" | "keyed" | "never" = "always",
  retries = 10
) => pauseAfter({ error, attempts, random, repeat, retries })

describe("the pause before a call is made again", () => {
  it("doubles from half a second to eight, and is half to whole of that", () => {
    const attempts = [1, 2, 3, 4, 5, 6, 7]
    expect(attempts.map((attempt) => pause(unavailable, attempt))).toEqual([
      250, 500, 1000, 2000, 4000, 4000, 4000
    ])
    expect(attempts.map((attempt) => pause(unavailable, attempt, 0.999_999)?.toFixed(0))).toEqual([
      "500",
      "1000",
      "2000",
      "4000",
      "8000",
      "8000",
      "8000"
    ])
  })

  it("is what the service asks for, and a little more, so that not all come back at once", () => {
    const limited = new RateLimited({ ...facts, status: 429, retryAfterSeconds: 7 })
    expect(pause(limited)).toBe(7000)
    expect(pause(limited, 1, 0.5)).toBe(7250)
    expect(pause(new ServiceUnavailable({ ...facts, status: 503, retryAfterSeconds: 0 }))).toBe(0)
  })

  it("is none where the service asks for more than a minute", () => {
    expect(pause(new RateLimited({ ...facts, status: 429, retryAfterSeconds: 60 }))).toBe(60_000)
    expect(
      pause(new MonthlyLimitExceeded({ ...facts, status: 429, retryAfterSeconds: 61 }))
    ).toBeUndefined()
  })

  it("is none once there were as many repetitions as there may be", () => {
    expect(pause(unavailable, 2, 0, "always", 2)).toBe(500)
    expect(pause(unavailable, 3, 0, "always", 2)).toBeUndefined()
    expect(pause(unavailable, 1, 0, "always", 0)).toBeUndefined()
  })

  const uncertain = [
    unavailable,
    new ConnectionFailed(""),
    new TimedOut(1),
    new UnexpectedAnswer("", { status: 502 }),
    new UnexpectedAnswer("", { status: 504 })
  ]
  it.each(uncertain.map((error) => [error._tag, error.status, error] as const))(
    "follows %s %s where twice is as good as once, and nowhere else",
    (_, __, error) => {
      expect(pause(error, 1, 0, "always")).toBe(250)
      expect(pause(error, 1, 0, "keyed")).toBe(250)
      expect(pause(error, 1, 0, "never")).toBeUndefined()
    }
  )

  it("follows 429 whatever the call does, since nothing came of it", () => {
    expect(
      pause(new RateLimited({ ...facts, status: 429, retryAfterSeconds: 1 }), 1, 0, "never")
    ).toBe(1000)
    expect(pause(new UnexpectedAnswer("", { status: 429 }), 1, 0, "never")).toBe(250)
  })

  it.each([
    new NotFound({ ...facts, status: 404 }),
    new InternalError({ ...facts, details: { request_id: "req-1" }, status: 500 }),
    new UnexpectedAnswer("", { status: 200 })
  ])("is none after %s, which the next attempt would only repeat", (error) => {
    expect(pause(error)).toBeUndefined()
  })

  it("is none for what is no error of the client's", () => {
    expect(
      pauseAfter({
        error: new Error("aborted"),
        attempts: 1,
        retries: 2,
        repeat: "always",
        random: 0
      })
    ).toBeUndefined()
  })
})

const read = (
  status: number,
  headers: Readonly<Record<string, string>>,
  text = '{"error":"not_found"}'
) => {
  const reading = readAnswer(
    { status, text, headers: new Headers({ "content-type": "application/json", ...headers }) },
    "sent-id",
    (body) => body
  )
  if (reading._tag === "Good") throw new Error("it is good")
  return reading.error
}

describe("an answer", () => {
  it("gives the time to retry in seconds, or by a date on its own clock", () => {
    const later = (retryAfter: string, more = {}) =>
      read(503, { "retry-after": retryAfter, ...more }).retryAfterSeconds
    const date = "Sat, 21 Nov 2026 09:14:00 GMT"
    expect(later("120")).toBe(120)
    expect(later("Sat, 21 Nov 2026 09:14:30 GMT", { date })).toBe(30)
    expect(later("Sat, 21 Nov 2026 09:00:00 GMT", { date })).toBe(0)
    expect(later("soon", { date })).toBeUndefined()
    expect(later("")).toBeUndefined()
    expect(later("-5", { date })).toBeUndefined()
  })

  it("returns the answer's request id, or else the id that was sent", () => {
    expect(read(404, { "x-request-id": "abc" }).requestId).toBe("abc")
    expect(read(404, {}).requestId).toBe("sent-id")
    expect(read(404, { "x-request-id": "x".repeat(129) }).requestId).toBe("sent-id")
  })
})
