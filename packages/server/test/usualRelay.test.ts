import { describe, expect, it } from "@effect/vitest"
import { Effect, Redacted, Result } from "effect"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { onTestFinished } from "vitest"
import { readSettings } from "../src/settings/Settings.js"
import { withEnvironment } from "./support/withEnvironment.js"

type Environment = Readonly<Record<string, string>>

const read = (environment: Environment) => withEnvironment(readSettings, environment)

const relayIn = (environment: Environment) =>
  Effect.map(read(environment), ({ transport }) =>
    transport._tag === "Smtp" ? [transport.name, Redacted.value(transport.url)] : transport
  )

const host = { SMTP_HOST: "relay.example" }
const url = "smtp://ann:secret@one.example:2525"

describe("a relay that other software names", () => {
  it.effect.each([
    ["by a URL", { SMTP_URL: url }, ["SMTP_URL", url]],
    ["by its other name", { SMTP_CONNECTION_URL: url }, ["SMTP_CONNECTION_URL", url]],
    ["by the URL before its host", { ...host, SMTP_URL: url }, ["SMTP_URL", url]],
    ["by its host", host, ["SMTP_HOST", "smtp://relay.example:587"]],
    ["by an address", { SMTP_HOST: "::1" }, ["SMTP_HOST", "smtp://[::1]:587"]],
    [
      "with TLS from the start",
      { ...host, SMTP_SECURE: "true" },
      ["SMTP_HOST", "smtps://relay.example:465"]
    ],
    [
      "on the port that has it",
      { ...host, SMTP_PORT: "465" },
      ["SMTP_HOST", "smtps://relay.example:465"]
    ],
    [
      "without it on that port",
      { ...host, SMTP_PORT: "465", SMTP_SECURE: "false" },
      ["SMTP_HOST", "smtp://relay.example:465"]
    ],
    [
      "with a login as it is",
      { ...host, SMTP_PORT: "25", SMTP_USER: "ann@example.com", SMTP_PASS: "p:/@%" },
      ["SMTP_HOST", "smtp://ann%40example.com:p%3A%2F%40%25@relay.example:25"]
    ],
    [
      "not beside our own",
      { ...host, SMTP_URL: url, TELEMARK_SMTP_URL: "smtp://own.example" },
      ["TELEMARK_SMTP_URL", "smtp://own.example"]
    ],
    [
      "not while mail is captured",
      { SMTP_URL: "nonsense", TELEMARK_TRANSPORT: "capture" },
      { _tag: "Capture", all: true, relay: undefined }
    ],
    [
      "not by an empty variable",
      { SMTP_URL: " ", SMTP_HOST: "" },
      { _tag: "Capture", all: false, relay: undefined }
    ]
  ] as const)("is used %s", ([, environment, expected]) =>
    Effect.map(relayIn(environment), (found) => {
      expect(found).toEqual(expected)
    })
  )

  it.effect("may have its password in a file", () => {
    const folder = mkdtempSync(join(tmpdir(), "telemark-usual-"))
    onTestFinished(() => {
      rmSync(folder, { recursive: true })
    })
    const file = join(folder, "password")
    writeFileSync(file, "s3cret\n")
    return Effect.map(relayIn({ ...host, SMTP_USER: "ann", SMTP_PASSWORD_FILE: file }), (found) => {
      expect(found).toEqual(["SMTP_HOST", "smtp://ann:s3cret@relay.example:587"])
    })
  })

  it.effect.each([
    [{ SMTP_URL: "http://ann:s3cret@x" }, "SMTP_URL"],
    [{ SMTP_HOST: "re lay", SMTP_PASSWORD: "s3cret", SMTP_USER: "a" }, "SMTP_HOST"],
    [{ ...host, SMTP_PORT: "s3cret" }, "SMTP_HOST"],
    [{ ...host, SMTP_PASSWORD_FILE: "/nowhere/s3cret" }, "SMTP_PASSWORD_FILE"],
    [{ ...host, SMTP_FROM: "s3cret" }, "SMTP_FROM"]
  ] as const)(
    "that can't be used stops the start, once and by its name alone: %s",
    ([environment, name]) =>
      Effect.gen(function* () {
        const refused = Result.getOrThrow(Result.flip(yield* Effect.result(read(environment))))
        expect(refused.problems.map((problem) => problem.name)).toEqual([name])
        expect(refused.message).not.toContain("s3cret")
      })
  )

  it.effect("comes with its sender, which doesn't count for captured mail or beside our own", () =>
    Effect.gen(function* () {
      const fromOf = (environment: Environment) =>
        Effect.map(read({ SMTP_FROM: "shop@example.com", ...environment }), ({ from }) => from)
      expect(yield* fromOf(host)).toBe("shop@example.com")
      expect(yield* fromOf({ TELEMARK_SMTP_URL: url })).toBe("shop@example.com")
      expect(yield* fromOf({ ...host, TELEMARK_FROM: "own@example.com" })).toBe("own@example.com")
      expect(yield* fromOf({})).toBe("Telemark <telemark@localhost.localdomain>")
    })
  )
})
