import { describe, expect, it } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { nearestDirectory } from "../src/Doctor/database.js"
import { checkClock, judgeSpace } from "../src/Doctor/machine.js"
import { strangers } from "../src/Doctor/settings.js"
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

  it("knows settings from typing mistakes", () => {
    expect(strangers(["TELEMARK_PORT", "TELEMARK_PROT", "PATH"])).toMatchObject([{ status: "warn", message: /TELEMARK_PROT/ }].map(
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
