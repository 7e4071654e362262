import { describe, expect, it } from "@effect/vitest"
import { Effect, Result } from "effect"
import { onTestFinished } from "vitest"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { readSettings } from "../src/settings/Settings.js"
import { settingLike, unknownSettings } from "../src/settings/settingList.js"
import { withEnvironment } from "./support/withEnvironment.js"

const read = (environment: Readonly<Record<string, string>>) =>
  Effect.result(withEnvironment(readSettings, environment))

describe("a setting from a file", () => {
  const file = (text: string): string => {
    const path = join(mkdtempSync(join(tmpdir(), "telemark-settings-")), "value")
    onTestFinished(() => {
      rmSync(dirname(path), { recursive: true })
    })
    writeFileSync(path, text)
    return path
  }

  it.effect("is what the file has, without the line end", () =>
    Effect.gen(function* () {
      const settings = Result.getOrThrow(yield* read({ TELEMARK_LEASE_FILE: file("90s\n") }))
      expect(settings.lease).toBe(90_000)
      expect(Result.getOrThrow(yield* read({ TELEMARK_LEASE_FILE: " " })).lease).toBe(60_000)
    })
  )

  it.effect(
    "is refused beside its own variable, and if the file can't be read, by its name alone",
    () =>
      Effect.gen(function* () {
        const refused = Result.getOrThrow(
          Result.flip(
            yield* read({
              TELEMARK_LEASE: "60s",
              TELEMARK_LEASE_FILE: file("90s"),
              TELEMARK_SMTP_URL_FILE: "/nowhere/s3cret",
              TELEMARK_PORT_FILE: file("x")
            })
          )
        )
        expect(refused.problems.map(({ name }) => name).sort()).toEqual([
          "TELEMARK_LEASE",
          "TELEMARK_PORT",
          "TELEMARK_SMTP_URL_FILE"
        ])
        expect(refused.message).toContain("names a file that can't be read (ENOENT)")
        expect(refused.message).not.toContain("s3cret")
      })
  )

  it("is a setting, and one that nearly is one leads to it", () => {
    expect(
      unknownSettings(["TELEMARK_SMTP_URL_FILE", "TELEMARK_SMPT_URL", "TELEMARK_NOTHING"])
    ).toEqual(["TELEMARK_SMPT_URL", "TELEMARK_NOTHING"])
    expect(settingLike("TELEMARK_SMPT_URL")).toBe("TELEMARK_SMTP_URL")
    expect(settingLike("TELEMARK_SECRET_FILES")).toBe("TELEMARK_SECRET_FILE")
    expect(settingLike("TELEMARK_NOTHING")).toBeUndefined()
    const urls = ["SMTP_URL", "QUEUE_URL", "DATABASE_URL", "LOG_LEVEL", "HOME_URL", "TELEMARK_KEY"]
    expect(unknownSettings(urls)).toEqual(["QUEUE_URL", "DATABASE_URL"])
    expect(settingLike("QUEUE_URL")).toBe("TELEMARK_QUEUE_URL")
    expect(unknownSettings([...urls, "TELEMARK_QUEUE_URL", "TELEMARK_DATABASE_URL_FILE"])).toEqual(
      []
    )
  })
})
