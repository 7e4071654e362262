import { createHash } from "node:crypto"
import { once } from "node:events"
import { get, type IncomingMessage } from "node:http"
import { describe, expect, it, onTestFinished } from "vitest"
import { client, publicUrl, startLiar, startProvider } from "./support/identityProvider.js"
import { startServing } from "./support/serving.js"
import { temporaryDirectory } from "./support/telemark.js"

const own = { "sec-fetch-site": "same-origin", "content-type": "application/json" }

const settingsOf = (issuer: string): Readonly<Record<string, string>> => ({
  TELEMARK_PUBLIC_URL: publicUrl,
  TELEMARK_OIDC_ISSUER: issuer,
  TELEMARK_OIDC_CLIENT_ID: client.id,
  TELEMARK_OIDC_CLIENT_SECRET: client.secret,
  TELEMARK_OIDC_ROLES: "groups: mail-admins=admin, support=support"
})

/** A server, asked as a page of its dashboard asks it. */
const startDashboard = async (environment: Readonly<Record<string, string>>) => {
  const serving = await startServing(temporaryDirectory(), environment)
  const { origin } = new URL(serving.url)
  const ask = async (
    method: string,
    path: string,
    {
      cookie = "",
      json,
      headers = own
    }: {
      readonly cookie?: string
      readonly json?: unknown
      readonly headers?: Readonly<Record<string, string>>
    } = {}
  ) => {
    const response = await fetch(origin + path, {
      method,
      headers: { ...headers, cookie },
      ...(json === undefined ? {} : { body: JSON.stringify(json) })
    })
    const text = await response.text()
    return {
      status: response.status,
      body: (text === "" ? {} : JSON.parse(text)) as Record<string, unknown>,
      cookie: /^[^;]*/.exec(response.headers.get("set-cookie") ?? "")?.[0] ?? ""
    }
  }
  const begin = async () => {
    const { body } = await ask("POST", "/session/provider")
    return { url: String(body["url"]), secret: String(body["secret"]) }
  }
  const finish = (
    callback: string,
    secret: string,
    headers: Readonly<Record<string, string>> = {}
  ) => ask("POST", "/session", { json: { callback, secret }, headers: { ...own, ...headers } })
  const signIn = async (
    visit: (url: string) => Promise<string>,
    headers?: Readonly<Record<string, string>>
  ) => {
    const { secret, url } = await begin()
    return finish(await visit(url), secret, headers)
  }
  return { ...serving, ask, begin, finish, signIn }
}

const ada = { sub: "1", email: "ada@example.com", email_verified: true }

describe("signing in at an OpenID Connect provider", () => {
  it("lets in whom a group grants a role, signs out there, too, and ends with a group", async () => {
    const account = { ...ada, groups: ["staff", "support", "mail-admins"] as unknown }
    const { issuer, visit } = await startProvider(account)
    const { ask, signIn } = await startDashboard(settingsOf(issuer))
    expect((await ask("GET", "/session")).body).toEqual({
      sign_in: "key",
      provider: new URL(issuer).host
    })
    const { body, cookie, status } = await signIn(visit)
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({ tenant: "default", operator: false, name: "ada@example.com" })
    ])
    expect(body["scopes"]).toContain("member:manage")
    const members = await ask("GET", "/v1/members", { cookie })
    expect(members.body["data"]).toEqual([
      expect.objectContaining({ role: "admin", from_groups: true, sign_in: issuer })
    ])
    account.groups = ["support"]
    expect((await signIn(visit)).body["scopes"]).not.toContain("member:manage")
    // Of the session that was open before, too.
    expect((await ask("GET", "/v1/members", { cookie })).status).toBe(403)
    const out = await ask("DELETE", "/session", { cookie })
    const there = new URL(String(out.body["sign_out_url"]))
    expect([out.status, there.origin, there.searchParams.get("post_logout_redirect_uri")]).toEqual([
      200,
      issuer,
      `${publicUrl}/`
    ])
    account.groups = "mail-admins of the world"
    expect((await signIn(visit)).body["error"]).toBe("not_invited")
  })

  it("knows people by the name that the provider gives itself, with a slash at its end or not", async () => {
    const { issuer, visit } = await startProvider({ ...ada, groups: ["mail-admins"] })
    const { ask, signIn } = await startDashboard(settingsOf(`${issuer}/`))
    const { cookie } = await signIn(visit)
    const members = await ask("GET", "/v1/members", { cookie })
    expect(members.body["data"]).toEqual([expect.objectContaining({ sign_in: issuer })])
    const out = await ask("DELETE", "/session", { cookie })
    expect(String(out.body["sign_out_url"])).toContain(issuer)
  })

  it("takes an answer once, and only from the browser that left for it", async () => {
    const { issuer, visit } = await startProvider({ ...ada, groups: ["support"] })
    const { ask, begin, finish } = await startDashboard(settingsOf(issuer))
    const [mine, theirs] = [await begin(), await begin()]
    const callback = await visit(mine.url)
    const errorOf = async (query: string, secret: string) =>
      (await finish(query, secret)).body["error"]
    expect(await errorOf(callback, theirs.secret)).toBe("sign_in_failed")
    expect(await errorOf(callback, "")).toBe("sign_in_failed")
    expect(await errorOf("", mine.secret)).toBe("sign_in_failed")
    expect(await errorOf("?error=access_denied", mine.secret)).toBe("sign_in_failed")
    const parts = new URLSearchParams(callback)
    parts.set("state", new URL(theirs.url).searchParams.get("state") ?? "")
    // Somebody else's code under one's own state.
    expect(await errorOf(`?${parts.toString()}`, theirs.secret)).toBe("sign_in_failed")
    const other = new URLSearchParams(await visit(mine.url))
    other.set("iss", "https://evil.example")
    expect(await errorOf(`?${other.toString()}`, mine.secret)).toBe("sign_in_failed")
    const again = await visit(mine.url)
    const both = await Promise.all([finish(again, mine.secret), finish(again, mine.secret)])
    expect(both.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
    expect(await errorOf(again, mine.secret)).toBe("sign_in_failed")
    const foreign = { headers: { ...own, "sec-fetch-site": "cross-site" } }
    expect((await ask("POST", "/session/provider", foreign)).status).toBe(403)
  })

  it("refuses an address that isn't verified, and who isn't invited; links an invited one", async () => {
    const account = { ...ada, email_verified: false }
    const { issuer, visit } = await startProvider(account)
    const { ask, banner, signIn } = await startDashboard(settingsOf(issuer))
    const token = /#token=(\S+)/.exec(banner)?.[1] ?? ""
    const operator = await ask("POST", "/session", { json: { token } })
    const asOperator = (method: string, path: string, json?: unknown) =>
      ask(method, path, { cookie: operator.cookie, json })
    const invited = await asOperator("POST", "/v1/members", {
      email: "Ada@example.com",
      role: "developer"
    })
    expect(invited.body).toMatchObject({ invitation_url: null, sent: true })
    expect((await signIn(visit)).body["error"]).toBe("email_not_verified")
    expect((await asOperator("GET", "/v1/audit-log?operation=session.begin")).body).toMatchObject({
      data: [{ outcome: "refused", actor: { kind: "member" } }, { outcome: "done" }]
    })
    account.email_verified = true
    account.email = "eve@example.com"
    expect((await signIn(visit)).body["error"]).toBe("not_invited")
    account.email = "ada@example.com"
    const { body, cookie } = await signIn(visit)
    expect(body["scopes"]).toContain("template:manage")
    const sessions = await ask("GET", "/session/all", { cookie })
    expect(sessions.body["data"]).toEqual([
      expect.objectContaining({ address: "127.0.0.1", current: true, browser: "other" })
    ])
    // Another account with her address.
    account.sub = "2"
    expect((await signIn(visit)).body["error"]).toBe("other_sign_in")
    const id = (invited.body["member"] as { readonly id: string }).id
    await asOperator("PATCH", `/v1/members/${id}`, { disabled: true })
    expect((await ask("GET", "/v1/emails", { cookie })).status).toBe(401)
  })

  it.each<readonly [string, (usual: Readonly<Record<string, unknown>>) => object, string]>([
    ["all as it should be", (usual) => ({ ...usual, groups: ["support"] }), "let in"],
    ["another audience", (usual) => ({ ...usual, aud: "other" }), "sign_in_failed"],
    ["another issuer", (usual) => ({ ...usual, iss: "https://evil.example" }), "sign_in_failed"],
    ["another nonce", (usual) => ({ ...usual, nonce: "x" }), "sign_in_failed"],
    ["no nonce", ({ nonce: _, ...usual }) => usual, "sign_in_failed"],
    ["an end long ago", (usual) => ({ ...usual, exp: 1e9 }), "sign_in_failed"],
    [
      "an end by a clock that is 30 seconds off",
      (usual) => ({ ...usual, groups: ["support"], exp: Math.floor(Date.now() / 1000) - 30 }),
      "let in"
    ],
    ["no address", ({ email: _, ...usual }) => usual, "sign_in_failed"],
    [
      "an address that is a list",
      (usual) => ({ ...usual, email: ["a@b.example"] }),
      "sign_in_failed"
    ],
    [
      "no word whether the address is verified",
      ({ email_verified: _, ...usual }) => usual,
      "email_not_verified"
    ],
    [
      "a verified address that is a number",
      (usual) => ({ ...usual, email_verified: 1 }),
      "email_not_verified"
    ],
    ["groups that are an object", (usual) => ({ ...usual, groups: { support: 1 } }), "not_invited"],
    ["groups that are numbers", (usual) => ({ ...usual, groups: [1, null] }), "not_invited"],
    [
      "a group within a list in a list",
      (usual) => ({ ...usual, groups: [["support"]] }),
      "not_invited"
    ],
    ["a group as a text", (usual) => ({ ...usual, groups: "support" }), "let in"],
    ["a group of the prototype", (usual) => ({ ...usual, groups: ["__proto__"] }), "not_invited"]
  ])("decides by what the token says: %s", async (_, claims, expected) => {
    const { issuer, visit } = await startLiar(claims)
    const { signIn } = await startDashboard(settingsOf(issuer))
    const { body, status } = await signIn(visit)
    expect(status === 200 ? "let in" : body["error"]).toBe(expected)
  })

  const eve = { sub: "1", email: "eve@example.com", email_verified: true, groups: ["support"] }
  const claimsOfAda = { sub: "1", email: "ada@example.com", email_verified: true }

  it.each<readonly [string, object, object, string]>([
    ["both in the token", claimsOfAda, { ...eve, email_verified: false }, "ada@example.com"],
    ["none in the token", { email: undefined, email_verified: undefined }, eve, "eve@example.com"],
    ["an address in the token, the word elsewhere", { email_verified: undefined }, eve, eve.email],
    [
      "the word in the token, an address elsewhere",
      { email: undefined },
      { ...eve, email_verified: undefined },
      "email_not_verified"
    ]
  ])("never joins one address with the word about another: %s", async (_, token, userinfo, who) => {
    const { issuer, visit } = await startLiar((usual) => ({ ...usual, ...token }), userinfo)
    const { signIn } = await startDashboard(settingsOf(issuer))
    const { body } = await signIn(visit)
    expect(body["error"] ?? body["name"]).toBe(who)
  })

  it("asks the provider nothing about what never began here", async () => {
    let asked = 0
    const { issuer } = await startLiar((usual) => {
      asked += 1
      return usual
    })
    const { begin, finish } = await startDashboard(settingsOf(issuer))
    const { secret } = await begin()
    for (const made of ["A".repeat(43), `${secret.slice(0, -3)}AAA`]) {
      const state = createHash("sha256").update(`state ${made}`).digest("base64url")
      expect((await finish(`?code=1&state=${state}`, made)).body["error"]).toBe("sign_in_failed")
    }
    expect(asked).toBe(0)
  })

  it("asks the provider about a few at once, refuses what would wait behind many of one address, and lets others in meanwhile", async () => {
    let open = (): void => undefined
    const opened = new Promise<void>((resolve) => {
      open = resolve
    })
    onTestFinished(() => {
      open()
    })
    let [now, most] = [0, 0]
    const { issuer, visit } = await startLiar(async (usual) => {
      now += 1
      most = Math.max(most, now)
      await opened
      now -= 1
      return { ...usual, groups: ["support"] }
    })
    const { signIn } = await startDashboard({
      ...settingsOf(issuer),
      TELEMARK_TRUSTED_PROXIES: "127.0.0.1"
    })
    const from = (address: string) => signIn(visit, { "x-forwarded-for": address })
    const all = Array.from({ length: 20 }, () => from("192.0.2.1"))
    expect(await Promise.race(all)).toMatchObject({
      status: 503,
      body: { error: "provider_unavailable" }
    })
    await expect.poll(() => now).toBe(3)
    const other = from("192.0.2.2")
    await expect.poll(() => now).toBe(4)
    open()
    const answers = await Promise.all(all)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(19)
    expect((await other).status).toBe(200)
    expect(most).toBe(4)
  })

  it("says that the provider is down, while keys and printed links work", async () => {
    const { issuer, stop, visit } = await startProvider({ ...ada, groups: ["support"] })
    const { ask, banner, begin, finish } = await startDashboard(settingsOf(issuer))
    const { secret, url } = await begin()
    const callback = await visit(url)
    await stop()
    expect(await finish(callback, secret)).toMatchObject({
      status: 503,
      body: { error: "provider_unavailable" }
    })
    const token = /#token=(\S+)/.exec(banner)?.[1] ?? ""
    expect((await ask("POST", "/session", { json: { token } })).status).toBe(200)
    const never = await startDashboard(settingsOf("http://127.0.0.1:1"))
    expect((await never.ask("POST", "/session/provider")).status).toBe(503)
    expect((await never.ask("POST", "/session", { json: { invitation: "a" } })).status).toBe(401)
  })
})

describe("a proxy that signs people in", () => {
  const settings = (networks: string) => ({
    TELEMARK_PROXY_AUTH_HEADER: "Remote-Email",
    TELEMARK_PROXY_AUTH_NETWORKS: networks,
    TELEMARK_PROXY_AUTH_ROLES: "Remote-Groups: mail-admins=admin, support=support"
  })
  const as = (email: string, groups = "support") => ({
    headers: { ...own, "remote-email": email, "remote-groups": groups }
  })

  it("names who makes each request, with the role of its groups at that moment", async () => {
    const { ask } = await startDashboard(settings("127.0.0.0/8"))
    const session = await ask("GET", "/session", as("Ada@example.com"))
    expect(session.body).toMatchObject({ name: "Ada@example.com", expires_at: null })
    const statusAs = async (email: string, groups: string) =>
      (await ask("GET", "/v1/members", as(email, groups))).status
    expect(await statusAs("ada@example.com", "x, mail-admins")).toBe(200)
    expect(await statusAs("ada@example.com", "support")).toBe(403)
    expect(await statusAs("ada@example.com", "")).toBe(401)
    expect(await statusAs("eve@example.com", "none")).toBe(401)
    expect(await statusAs("ada@example.com, eve@example.com", "mail-admins")).toBe(401)
    expect(await statusAs("no address", "mail-admins")).toBe(401)
    expect(await statusAs(`${"a".repeat(8000)}@example.com`, "mail-admins")).toBe(401)
    const foreign = {
      headers: { ...as("ada@example.com").headers, "sec-fetch-site": "cross-site" }
    }
    expect((await ask("DELETE", "/v1/inbox", foreign)).status).toBe(403)
  })

  it("is believed from its networks alone, whatever a request says of where it is from", async () => {
    const { ask } = await startDashboard(settings("10.1.0.0/16,::1"))
    for (const forged of [{}, { "x-forwarded-for": "10.1.0.1" }, { forwarded: "for=10.1.0.1" }]) {
      const { headers } = as("ada@example.com", "mail-admins")
      expect((await ask("GET", "/v1/emails", { headers: { ...headers, ...forged } })).status).toBe(
        401
      )
    }
  })

  it("signs nobody in by a header that is there twice: one may be the client's", async () => {
    const { url } = await startDashboard(settings("127.0.0.0/8"))
    const statusWith = async (email: string | Array<string>, groups: string | Array<string>) => {
      const headers = { ...own, "remote-email": email, "remote-groups": groups }
      const asked = get(new URL("/v1/members", url), { headers, agent: false })
      const [answer] = (await once(asked, "response")) as [IncomingMessage]
      answer.resume()
      return answer.statusCode
    }
    const [ada, group] = ["ada@example.com", "mail-admins"]
    expect(await statusWith(ada, group)).toBe(200)
    expect(await statusWith([ada], ["support", group])).toBe(401)
    expect(await statusWith([ada, ada], group)).toBe(401)
    expect(await statusWith(["eve@example.com", ada], group)).toBe(401)
  })
})

it("a session that begins behind a trusted proxy is the browser's in the audit log and in its list", async () => {
  const { ask, banner } = await startDashboard({ TELEMARK_TRUSTED_PROXIES: "127.0.0.1" })
  const token = /#token=(\S+)/.exec(banner)?.[1] ?? ""
  const headers = { ...own, "x-forwarded-for": "192.0.2.7" }
  const { cookie } = await ask("POST", "/session", { json: { token }, headers })
  const { body: listed } = await ask("GET", "/session/all", { cookie })
  expect(listed["data"]).toMatchObject([{ address: "192.0.2.7" }])
  const { body } = await ask("GET", "/v1/audit-log?operation=session.begin", { cookie })
  expect(body["data"]).toMatchObject([{ ip_address: "192.0.2.7" }])
})
