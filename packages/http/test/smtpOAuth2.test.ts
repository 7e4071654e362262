import { layer as layerSqlite } from "@telemark/sqlite"
import { type SmtpPeer, startSmtpPeer, startWebhookPeer, type WebhookPeer } from "@telemark/testing"
import { Cause, Layer, Logger, References } from "effect"
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { hostsOfRun, instant, type Service, startService } from "./support/service.js"

const user = "shop@example.com"
const secret = "s3cret-of-the-client"
const refresh = (n: number) => `s3cret-refresh-${String(n)}`

describe.each(hostsOfRun)("an SMTP server with OAuth 2 behind %s", (host) => {
  let directory: string
  let service: Service
  let peer: SmtpPeer
  let endpoint: WebhookPeer
  let isAccepted = true
  /** Everything that was answered or logged. */
  const seen: Array<string> = []
  const listening = Layer.merge(
    Logger.layer([
      Logger.make(({ cause, message }) => {
        seen.push(`${JSON.stringify(message)} ${Cause.pretty(cause)}`)
      })
    ]),
    Layer.succeed(References.MinimumLogLevel, "All")
  )
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), "telemark-oauth2-"))
    service = await startService({
      host,
      allowNetworks: ["127.0.0.0/8"],
      around: listening,
      storage: layerSqlite({ filename: join(directory, "mail.db") })
    })
  })
  afterAll(async () => {
    await service.close()
    await rm(directory, { recursive: true })
  })
  beforeEach(async () => {
    isAccepted = true
    peer = await startSmtpPeer({ tokenLogin: { user, accepts: () => isAccepted } })
    endpoint = await startWebhookPeer()
    endpoint.answer((_, n) => ({
      status: 200,
      body: JSON.stringify({
        access_token: `s3cret-token-${String(n)}`,
        token_type: "Bearer",
        expires_in: 3600,
        refresh_token: refresh(n)
      })
    }))
  })
  afterEach(async () => {
    await peer.close()
    await endpoint.close()
    expect(seen.join("\n")).not.toContain("s3cret")
    const files = (await readdir(directory)).filter((name) => !name.endsWith(".signals"))
    for (const name of files)
      expect((await readFile(join(directory, name))).includes("s3cret"), name).toBe(false)
  })

  const forms = () => endpoint.requests.map(({ body }) => new URLSearchParams(body))

  const account = async () => {
    const {
      key: { key }
    } = await service.newAccount()
    const call = async (method: string, path: string, json?: unknown) => {
      const answer = await service.call(method, path, {
        key,
        ...(json === undefined ? {} : { json })
      })
      seen.push(answer.text, JSON.stringify([...answer.headers]))
      return answer
    }
    const save = (oauth2: object = {}, changes: object = {}) =>
      call("POST", "/v1/smtp-config", {
        provider: "custom",
        host: "127.0.0.1",
        port: peer.port,
        username: user,
        tls_required: false,
        oauth2: {
          token_url: `${endpoint.url}/token`,
          client_id: "client-1",
          client_secret: secret,
          ...oauth2
        },
        ...changes
      })
    return { call, save }
  }

  it("is saved once the server took a token, and shown without its secrets", async () => {
    const { call, save } = await account()
    const answer = await save({ scope: "https://outlook.office365.com/.default" })
    expect([answer.status, answer.json]).toEqual([200, { success: true, provider: "custom" }])
    expect(peer.commands).toContain("AUTH XOAUTH2")
    expect((await call("GET", "/v1/smtp-config")).json).toEqual({
      provider: "custom",
      host: "127.0.0.1",
      port: peer.port,
      username: user,
      oauth2: {
        grant_type: "client_credentials",
        token_url: `${endpoint.url}/token`,
        client_id: "client-1",
        scope: "https://outlook.office365.com/.default"
      },
      tls_required: false,
      verified: true,
      created_at: expect.stringMatching(instant) as unknown,
      updated_at: expect.stringMatching(instant) as unknown
    })
    expect((await call("POST", "/v1/smtp-config/verify")).json).toEqual({ success: true })
    expect(forms().map((form) => form.get("client_secret"))).toEqual([secret, secret])
  })

  it("has each refresh token that replaces another stored", async () => {
    const { call, save } = await account()
    expect((await save({ refresh_token: refresh(0), client_secret: undefined })).status).toBe(200)
    for (let n = 0; n < 2; n++)
      expect((await call("POST", "/v1/smtp-config/verify")).json).toEqual({ success: true })
    expect(forms().map((form) => form.get("refresh_token"))).toEqual([0, 1, 2].map(refresh))
    expect(forms().some((form) => form.has("client_secret"))).toBe(false)
    expect((await call("GET", "/v1/smtp-config")).json).toMatchObject({
      oauth2: { grant_type: "refresh_token" }
    })
  })

  it("is replaced by one with a password, and replaces it", async () => {
    const { call, save } = await account()
    expect((await save()).status).toBe(200)
    const other = await startSmtpPeer({ login: { user, password: "s3cret-password" } })
    const changed = await save(
      {},
      { oauth2: undefined, password: "s3cret-password", port: other.port }
    )
    expect(changed.status).toBe(200)
    expect((await call("GET", "/v1/smtp-config")).json).not.toHaveProperty("oauth2")
    expect((await call("POST", "/v1/smtp-config/verify")).json).toEqual({ success: true })
    await other.close()
    expect((await save()).status).toBe(200)
    expect((await call("POST", "/v1/smtp-config/verify")).json).toEqual({ success: true })
  })

  it("isn't saved without a token that the server takes, and the answer says why", async () => {
    const { call, save } = await account()
    const failure = (oauth2: string) => [
      400,
      {
        error: "smtp_connection_failed",
        message: expect.stringMatching(/^The (?:SMTP server|token endpoint) /) as unknown,
        details: { stage: "auth", oauth2 }
      }
    ]
    const saved = async () => {
      const { json, status } = await save()
      return [status, json]
    }
    isAccepted = false
    // What comes first: the endpoint's token, and then the server's word.
    expect(await saved()).toMatchObject([
      400,
      { details: { stage: "auth", oauth2: "token_refused" } }
    ])
    for (const error of ["invalid_client", "invalid_grant", "invalid_scope"]) {
      endpoint.answer({ status: 400, body: JSON.stringify({ error, error_description: secret }) })
      expect(await saved()).toEqual(failure(error))
    }
    endpoint.answer({ redirect: "http://127.0.0.1:1/" })
    expect(await saved()).toEqual(failure("unusable_answer"))
    await endpoint.stop()
    expect(await saved()).toEqual(failure("unreachable"))
    expect((await call("GET", "/v1/smtp-config")).status).toBe(404)
    expect((await save({ token_url: "https://10.0.0.1/token" })).json).toMatchObject({
      details: { stage: "auth", oauth2: "not_permitted" }
    })
  })

  it("says the same when it is verified, and isn't verified any more", async () => {
    const { call, save } = await account()
    await save()
    endpoint.answer({ status: 401, body: JSON.stringify({ error: "invalid_client" }) })
    expect((await call("POST", "/v1/smtp-config/verify")).json).toEqual({
      success: false,
      error: expect.stringMatching(/^The token endpoint refuses the application: /) as unknown
    })
    expect((await call("GET", "/v1/smtp-config")).json).toMatchObject({ verified: false })
  })

  it.each<readonly [string, object, object, string]>([
    ["both a password and a token", {}, { password: "s3cret" }, "oauth2"],
    ["neither", {}, { oauth2: undefined }, "password"],
    [
      "a token from an http address",
      { token_url: "http://login.example.com/token" },
      {},
      "oauth2.token_url"
    ],
    [
      "a user in the address",
      { token_url: "https://a:s3cret@login.example.com/" },
      {},
      "oauth2.token_url"
    ],
    [
      "a fragment in the address",
      { token_url: "https://login.example.com/#a" },
      {},
      "oauth2.token_url"
    ],
    ["an address that is none", { token_url: "login.example.com" }, {}, "oauth2.token_url"],
    ["no address", { token_url: undefined }, {}, "oauth2.token_url"],
    ["no id", { client_id: "" }, {}, "oauth2.client_id"],
    ["no secret at all", { client_secret: undefined }, {}, "oauth2.client_secret"],
    ["a line end in the secret", { client_secret: "s3cret\r\n" }, {}, "oauth2.client_secret"],
    ["an empty refresh token", { refresh_token: "" }, {}, "oauth2.refresh_token"],
    [
      "a refresh token without end",
      { refresh_token: "x".repeat(8193) },
      {},
      "oauth2.refresh_token"
    ],
    ["an empty scope", { scope: "" }, {}, "oauth2.scope"],
    ["a quote in the scope", { scope: 'a"b' }, {}, "oauth2.scope"]
  ])("is refused with %s, before anything is connected to", async (_, oauth2, changes, path) => {
    const { save } = await account()
    const { json, status } = await save(oauth2, changes)
    expect([status, json]).toMatchObject([
      400,
      { error: "Validation failed", details: { [path]: [expect.any(String)] } }
    ])
    expect([peer.connections.total, endpoint.connections]).toEqual([0, 0])
  })
})
