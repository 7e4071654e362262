import { describe, expect, it } from "@effect/vitest"
import { smtpPeer, webhookPeer } from "@telemark/testing"
import { Effect, Redacted, Result } from "effect"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { onTestFinished } from "vitest"
import { checkMail } from "../src/doctor/mail.js"
import { readSettings } from "../src/settings/Settings.js"
import { withEnvironment } from "./support/withEnvironment.js"

type Environment = Readonly<Record<string, string>>

const read = (environment: Environment) => Effect.result(withEnvironment(readSettings, environment))

const relay: Environment = {
  TELEMARK_FROM: "shop@example.com",
  TELEMARK_SMTP_URL: "smtp://shop%40example.com@smtp.office365.com:587",
  TELEMARK_SMTP_OAUTH2_TOKEN_URL: "https://login.microsoftonline.com/example.com/oauth2/v2.0/token",
  TELEMARK_SMTP_OAUTH2_CLIENT_ID: "client-1",
  TELEMARK_SMTP_OAUTH2_CLIENT_SECRET: "s3cret",
  TELEMARK_SMTP_OAUTH2_SCOPE: "https://outlook.office365.com/.default"
}

const without = (...names: ReadonlyArray<string>): Environment =>
  Object.fromEntries(Object.entries(relay).filter(([name]) => !names.includes(name)))

const token = "TELEMARK_SMTP_OAUTH2_TOKEN_URL"

describe("the login to the relay with OAuth 2", () => {
  it.effect("is set by variables or files, which stay out of sight", () =>
    Effect.gen(function* () {
      const folder = mkdtempSync(join(tmpdir(), "telemark-oauth2-"))
      onTestFinished(() => {
        rmSync(folder, { recursive: true })
      })
      const file = join(folder, "refresh")
      writeFileSync(file, "s3cret-refresh\n")
      const found = Result.getOrThrow(
        yield* read({ ...relay, TELEMARK_SMTP_OAUTH2_REFRESH_TOKEN_FILE: file })
      )
      expect(JSON.stringify(found)).not.toContain("s3cret")
      const { transport } = found
      const oauth2 = transport._tag === "Smtp" ? transport.oauth2 : undefined
      expect(oauth2).toMatchObject({
        tokenUrl: relay[token],
        clientId: "client-1",
        scope: "https://outlook.office365.com/.default"
      })
      const secrets = [oauth2?.clientSecret, oauth2?.refreshToken]
      expect(secrets.map((one) => Redacted.isRedacted(one) && Redacted.value(one))).toEqual([
        "s3cret",
        "s3cret-refresh"
      ])
    })
  )

  it.effect("is that of captured mail that is released, too", () =>
    Effect.map(read({ ...relay, TELEMARK_TRANSPORT: "capture" }), (found) => {
      expect(Result.getOrThrow(found).transport).toMatchObject({
        _tag: "Capture",
        relay: { oauth2: { clientId: "client-1" } }
      })
    })
  )

  it.effect("may have the names of other software for the relay", () =>
    Effect.map(
      read({
        ...without("TELEMARK_SMTP_URL"),
        SMTP_HOST: "smtp.office365.com",
        SMTP_USER: "shop@example.com"
      }),
      (found) => {
        expect(Result.getOrThrow(found).transport).toMatchObject({
          oauth2: { clientId: "client-1" }
        })
      }
    )
  )

  it.effect.each<readonly [string, Environment, string, string]>([
    [
      "a password in the URL",
      { ...relay, TELEMARK_SMTP_URL: "smtp://shop:s3cret@smtp.office365.com" },
      "TELEMARK_SMTP_URL",
      "has a password beside OAuth 2: leave one of both out"
    ],
    [
      "no user in the URL",
      { ...relay, TELEMARK_SMTP_URL: "smtp://smtp.office365.com" },
      "TELEMARK_SMTP_URL",
      "needs a user for the login with OAuth 2"
    ],
    ["no URL", without("TELEMARK_SMTP_URL"), "TELEMARK_SMTP_URL", `is needed by ${token}`],
    ["no endpoint", without(token), token, "is missing"],
    [
      "no application",
      without("TELEMARK_SMTP_OAUTH2_CLIENT_ID"),
      "TELEMARK_SMTP_OAUTH2_CLIENT_ID",
      "is missing"
    ],
    [
      "no secret",
      without("TELEMARK_SMTP_OAUTH2_CLIENT_SECRET"),
      "TELEMARK_SMTP_OAUTH2_CLIENT_SECRET",
      "is missing"
    ],
    ["an endpoint in clear", { ...relay, [token]: "http://login.example.com" }, token, "takes the"],
    [
      "a user without all that",
      { TELEMARK_SMTP_URL: "smtp://ada@smtp.office365.com" },
      "TELEMARK_SMTP_URL",
      "needs both a user and a password, or neither"
    ],
    [
      "a user of other software without all that",
      { SMTP_HOST: "smtp.office365.com", SMTP_USER: "ada" },
      "SMTP_HOST",
      "needs both a user and a password, or neither; it counts because TELEMARK_SMTP_URL is unset"
    ]
  ])("is refused with %s", ([, environment, name, problem]) =>
    Effect.map(read(environment), (found) => {
      const { message, problems } = Result.getOrThrow(Result.flip(found))
      expect(problems).toEqual([{ name, problem: expect.stringContaining(problem) as unknown }])
      expect(message).not.toContain("s3cret")
    })
  )

  it.effect("is made by the doctor, who says what is wrong with it", () =>
    Effect.gen(function* () {
      const endpoint = yield* webhookPeer()
      const peer = yield* smtpPeer({ tokenLogin: { user: "ada", accepts: (one) => one === "t" } })
      const settings = Result.getOrThrow(
        yield* read({
          ...relay,
          [token]: `${endpoint.url}/token`,
          TELEMARK_SMTP_URL: `smtp://ada@127.0.0.1:${String(peer.port)}?tls=none`
        })
      )
      const found = (access_token: string) => {
        endpoint.answer({ status: 200, body: JSON.stringify({ access_token }) })
        return checkMail(settings)
      }
      expect(yield* found("t")).toMatchObject([
        { status: "ok", message: "The relay of TELEMARK_SMTP_URL accepts the login." }
      ])
      expect(yield* found("other")).toMatchObject([
        {
          status: "fail",
          message: expect.stringContaining("the SMTP server refused it") as unknown
        }
      ])
      endpoint.answer({ status: 401, body: JSON.stringify({ error: "invalid_client" }) })
      expect(yield* checkMail(settings)).toMatchObject([
        { status: "fail", message: expect.stringContaining("the secret has expired") as unknown }
      ])
    })
  )
})
