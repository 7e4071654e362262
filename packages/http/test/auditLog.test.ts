// Long, because it calls each operation of the contract and what attackers would try.
import { allOperations, allScopes, type AuditEntry, isAudited } from "@telemark/contract"
import { AuditLog, Database, makeImplementations, Sessions, stored, Tenants } from "@telemark/core"
import { makeDashboard, sessionAccess } from "@telemark/http"
import { type DnsPeer, type SmtpPeer, startDnsPeer, startSmtpPeer } from "@telemark/testing"
import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Account, hostsOfRun, type Service, startService } from "./support/service.js"

/** What no entry may have, in each value that an operation takes. */
const secret = "hunter2"
const address = "ada.lovelace@example.com"

const member = "member@example.com"
const session = `ses_${"0".repeat(32)}`

const own = { "sec-fetch-site": "same-origin" }

const files = { shellFor: () => ({ headers: {}, body: new Uint8Array() }), find: () => undefined }

describe.each(hostsOfRun)("the audit log behind %s", (host) => {
  let service: Service
  let account: Account
  let dns: DnsPeer
  let relay: SmtpPeer

  const everything = <A, E>(effect: Effect.Effect<A, E, Database>) =>
    service.runtime.runPromise(effect)
  const sql = <Row extends object>(statement: string) =>
    everything(Effect.flatMap(Database, (database) => stored(database.sql.unsafe<Row>(statement))))
  const rows = () => sql<Record<string, unknown>>("SELECT * FROM audit_log ORDER BY id")
  const forget = () => sql("DELETE FROM audit_log")

  const call = (method: string, path: string, json?: unknown, key = account.key.key) =>
    service.call(method, `/v1${path}`, { key, ...(json === undefined ? {} : { json }) })
  const list = async (query = "", key = account.key.key) =>
    ((await call("GET", `/audit-log${query}`, undefined, key)).json as { data: Array<AuditEntry> })
      .data

  beforeAll(async () => {
    dns = await startDnsPeer()
    relay = await startSmtpPeer({ login: { user: "shop", password: secret } })
    service = await startService({
      host,
      allowNetworks: ["127.0.0.0/8"],
      dnsServers: [dns.address],
      dashboard: Effect.map(sessionAccess(), (access) =>
        makeDashboard({ access, features: { inbox: true }, files: Effect.succeed(files) })
      )
    })
    account = await service.newAccount()
    await service.runtime.runPromise(
      Effect.flatMap(Tenants, (tenants) => tenants.getOrCreate("default"))
    )
  })
  afterAll(async () => {
    await service.close()
    await Promise.all([dns.close(), relay.close()])
  })

  const idOf = ({ json }: { readonly json: unknown }) => String((json as { id: unknown }).id)
  const mjml = `<mjml><mj-body><mj-section><mj-column><mj-text>${secret}</mj-text></mj-column></mj-section></mj-body></mjml>`
  const endpoint = { url: `http://127.0.0.1:9/${secret}`, events: ["email.sent"] }
  const operatorEndpoint = { url: endpoint.url, events: ["audit.recorded"] }

  /** Each, in an order in which each succeeds. A function makes what it needs first. */
  const calls: Readonly<Record<string, () => Promise<{ readonly status: number }>>> = {
    "apiKeys.create": () => call("POST", "/api-keys", { name: secret, scopes: ["email:read"] }),
    "apiKeys.update": async () =>
      call("PATCH", `/api-keys/${(await service.newKey(account.tenant)).id}`, { name: secret }),
    "apiKeys.revoke": async () =>
      call("DELETE", `/api-keys/${(await service.newKey(account.tenant)).id}`),
    "brand.update": () => call("PUT", "/brand", { name: secret, support_email: address }),
    "domains.add": () => call("POST", "/domains", { domain: "mail.example.com" }),
    "domains.verify": () => call("POST", "/domains/mail.example.com/verify"),
    "domains.rotateDkim": () => call("POST", "/domains/mail.example.com/rotate-dkim"),
    "domains.remove": () => call("DELETE", "/domains/mail.example.com"),
    "feedbackSources.create": () => call("POST", "/feedback-sources", { provider: "postmark" }),
    "feedbackSources.update": async () =>
      call(
        "PATCH",
        `/feedback-sources/${idOf(await call("POST", "/feedback-sources", { provider: "resend" }))}`,
        { credential: `whsec_${Buffer.from(secret.padEnd(24)).toString("base64")}` }
      ),
    "feedbackSources.remove": async () =>
      call(
        "DELETE",
        `/feedback-sources/${idOf(await call("POST", "/feedback-sources", { provider: "ses" }))}`
      ),
    "inbox.clear": () => call("DELETE", "/inbox"),
    "inbox.remove": async () => {
      await sql(
        `INSERT INTO inbox (id, tenant_id, sender, recipient, subject, source, captured_at) SELECT 'em_' || hex(randomblob(16)), '${account.tenant.id}', 'a@example.com', '${address}', '${secret}', x'00', 1`
      )
      const [mail] = await sql<{ id: string }>("SELECT id FROM inbox")
      return call("DELETE", `/inbox/${mail?.id ?? ""}`)
    },
    "smtpConfig.save": () =>
      call("POST", "/smtp-config", {
        provider: "custom",
        host: "127.0.0.1",
        port: relay.port,
        username: "shop",
        password: secret,
        tls_required: false,
        from_email: address,
        from_name: secret
      }),
    "smtpConfig.verify": () => call("POST", "/smtp-config/verify"),
    "smtpConfig.remove": () => call("DELETE", "/smtp-config"),
    "suppressions.add": () =>
      call("POST", "/suppressions", { email_address: address, reason: secret }),
    "suppressions.import": () =>
      call("POST", "/suppressions/import", {
        suppressions: [{ email_address: `bob.${address}`, reason: secret }]
      }),
    "suppressions.remove": () => call("DELETE", `/suppressions/${encodeURIComponent(address)}`),
    "templates.create": () =>
      call("POST", "/templates", {
        id: "receipt",
        name: secret,
        subject_template: secret,
        mjml_source: mjml
      }),
    "templates.update": () => call("PUT", "/templates/receipt", { subject_template: secret }),
    "templates.restore": () => call("POST", "/templates/receipt/restore", { version: 1 }),
    "templates.deactivate": () => call("DELETE", "/templates/receipt"),
    "topics.create": () => call("POST", "/topics", { id: "news", name: secret }),
    "topics.update": () => call("PATCH", "/topics/news", { description: secret }),
    "topics.remove": () => call("DELETE", "/topics/news"),
    "tracking.update": () => call("PUT", "/tracking", { opens: true }),
    "webhookEndpoints.create": () => call("POST", "/webhook-endpoints", endpoint),
    "webhookEndpoints.update": async () =>
      call("PATCH", `/webhook-endpoints/${await anEndpoint()}`, { url: `${endpoint.url}/2` }),
    "webhookEndpoints.rotateSecret": async () =>
      call("POST", `/webhook-endpoints/${await anEndpoint()}/rotate-secret`),
    "webhookEndpoints.test": async () =>
      call("POST", `/webhook-endpoints/${await anEndpoint()}/test`, { type: "email.sent" }),
    "webhookEndpoints.replay": async () =>
      call("POST", `/webhook-endpoints/${await anEndpoint()}/replay`, {
        since: "2026-01-01T00:00:00Z"
      }),
    "webhookEndpoints.remove": async () =>
      call("DELETE", `/webhook-endpoints/${await anEndpoint()}`),
    "operatorWebhookEndpoints.create": () =>
      byOperator("POST", "/operator/webhook-endpoints", operatorEndpoint),
    "operatorWebhookEndpoints.update": async () =>
      byOperator("PATCH", await operatorEndpointPath(), { url: `${endpoint.url}/2` }),
    "operatorWebhookEndpoints.rotateSecret": async () =>
      byOperator("POST", `${await operatorEndpointPath()}/rotate-secret`),
    "operatorWebhookEndpoints.test": async () =>
      byOperator("POST", `${await operatorEndpointPath()}/test`),
    "operatorWebhookEndpoints.replay": async () =>
      byOperator("POST", `${await operatorEndpointPath()}/replay`, {
        since: "2026-01-01T00:00:00Z"
      }),
    "operatorWebhookEndpoints.remove": async () =>
      byOperator("DELETE", await operatorEndpointPath()),
    "people.export": () => call("POST", "/people/export", { email_address: address }),
    "people.erase": () => call("POST", "/people/erase", { email_address: address }),
    "members.invite": () =>
      byOperator("POST", "/members", { email: member, name: secret, role: "viewer" }),
    "members.update": () => byOperator("PATCH", `/members/${member}`, { name: secret }),
    "members.reinvite": () => byOperator("POST", `/members/${member}/invite`),
    "members.endSession": async () => {
      await sql(
        `INSERT INTO sessions (hash, kind, id, member_id, created_at, expires_at) SELECT hex(randomblob(32)), 'member', '${session}', id, 1, 9e15 FROM members`
      )
      return byOperator("DELETE", `/members/${member}/sessions/${session}`)
    },
    "members.remove": () => byOperator("DELETE", `/members/${member}`),
    "tenants.create": () => byOperator("POST", "/tenants", { name: "acme", default_from: address }),
    "tenants.update": () => byOperator("PATCH", "/tenants/acme", { default_from: address }),
    "tenants.pause": () => byOperator("POST", "/tenants/acme/pause", { note: secret }),
    "tenants.resume": () => byOperator("POST", "/tenants/acme/resume"),
    "tenants.remove": () => byOperator("DELETE", "/tenants/acme?confirm=acme")
  }

  const anEndpoint = async () => {
    const { data } = (await call("GET", "/webhook-endpoints")).json as {
      data: ReadonlyArray<{ id: number }>
    }
    return data.length > 0
      ? String(data[0]?.id)
      : idOf(await call("POST", "/webhook-endpoints", endpoint))
  }

  const operatorEndpointPath = async () => {
    const { data } = (await byOperator("GET", "/operator/webhook-endpoints")).json as {
      data: ReadonlyArray<{ id: number }>
    }
    const id =
      data[0]?.id ?? idOf(await byOperator("POST", "/operator/webhook-endpoints", operatorEndpoint))
    return `/operator/webhook-endpoints/${String(id)}`
  }

  const newToken = () =>
    service.runtime.runPromise(
      Effect.flatMap(Sessions, (sessions) =>
        Effect.map(sessions.createToken, ({ secret: token }) => token)
      )
    )
  const signIn = (json: unknown, headers: Readonly<Record<string, string>> = {}) =>
    service.call("POST", "/session", { json, headers: { ...own, ...headers } })
  let cookie = ""
  const operator = async () => {
    if (cookie === "") {
      const answer = await signIn({ token: await newToken() })
      cookie = (answer.headers.get("set-cookie") ?? "").split(";")[0] ?? ""
    }
    return { cookie, ...own }
  }
  const byOperator = async (method: string, path: string, json?: unknown) =>
    service.call(method, `/v1${path}`, {
      headers: await operator(),
      ...(json === undefined ? {} : { json })
    })
  const listByOperator = async (query = "") =>
    ((await byOperator("GET", `/audit-log${query}`)).json as { data: Array<AuditEntry> }).data

  const audited = allOperations.flatMap(({ group, name, operation }) =>
    isAudited(operation) ? [`${group}.${name}`] : []
  )

  it("is about every operation that changes something but sends", () => {
    expect(Object.keys(calls).toSorted()).toEqual(audited.toSorted())
  })

  describe("of an operation that is made", () => {
    it.each(Object.entries(calls))("has one entry: %s", async (name, make) => {
      await operator()
      await forget()
      const { status } = await make()
      expect([name, status, status < 300]).toEqual([name, status, true])
      const found = (await rows()).filter(({ operation }) => operation === name)
      expect(found).toEqual([
        expect.objectContaining({
          outcome: "done",
          ...(name.startsWith("tenants.")
            ? { actor_kind: "operator", actor_id: null, tenant_id: null, tenant_name: "acme" }
            : name.startsWith("operatorWebhookEndpoints.")
              ? { actor_kind: "operator", tenant_id: null, tenant_name: null }
              : name.startsWith("members.")
                ? { actor_kind: "operator", actor_id: null, tenant_name: "default" }
                : {
                    actor_kind: "key",
                    actor_id: account.key.id,
                    tenant_id: account.tenant.id,
                    tenant_name: account.tenant.name
                  }),
          ip_address: host === "nodeHandler" ? "127.0.0.1" : null,
          target_kind: expect.any(String)
        })
      ])
      const text = JSON.stringify(await rows())
      expect(text).not.toContain(secret)
      expect(text).not.toContain("lovelace")
      expect(text).not.toContain(account.key.key)
    })
  })

  describe("whose entry can't be written", () => {
    /** The rows of every other table, but what is written with any request of a key. */
    const others = async () => {
      const tables = await sql<{ name: string }>(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT IN ('audit_log', 'api_keys', 'webhook_attempts', 'webhook_queue', 'sequences') AND name NOT LIKE 'email_search%' ORDER BY name"
      )
      const found: Record<string, unknown> = {}
      for (const { name } of tables) found[name] = await sql(`SELECT * FROM "${name}"`)
      found["api_keys"] = await sql("SELECT id, name, rate_limit, revoked_at FROM api_keys")
      return found
    }
    it.each(Object.entries(calls))("is undone: %s", async (name, make) => {
      await operator()
      await sql("DELETE FROM inbox")
      // What the call needs is made first, by operations that have another name.
      await sql(
        `CREATE TRIGGER full BEFORE INSERT ON audit_log WHEN NEW.operation = '${name}' BEGIN SELECT RAISE(ABORT, 'full'); END`
      )
      try {
        if (name === "domains.remove" || name === "domains.rotateDkim" || name === "domains.verify")
          await call("POST", "/domains", { domain: "mail.example.com" })
        if (name === "smtpConfig.verify" || name === "smtpConfig.remove")
          await calls["smtpConfig.save"]?.()
        if (name === "suppressions.remove") await calls["suppressions.add"]?.()
        if (name.startsWith("topics.") && name !== "topics.create") await calls["topics.create"]?.()
        if (name === "templates.create") await call("DELETE", "/templates/receipt")
        if (name.startsWith("templates.") && name !== "templates.create")
          await calls["templates.create"]?.()
        if (name.startsWith("tenants.") && name !== "tenants.create")
          await calls["tenants.create"]?.()
        if (name.startsWith("members.") && name !== "members.invite")
          await calls["members.invite"]?.()
        if (name === "tenants.resume") await calls["tenants.pause"]?.()
        if (name.startsWith("webhookEndpoints.") && name !== "webhookEndpoints.create")
          await anEndpoint()
        if (name.startsWith("operatorWebhookEndpoints.") && !name.endsWith(".create"))
          await operatorEndpointPath()
        const before = await others()
        const { status } = await make()
        expect([name, status]).toEqual([name, 500])
        const after = await others()
        // The preparations of these calls make a row, which isn't theirs.
        const own = new Set(["feedback_sources", "api_keys", "inbox", "sessions"])
        for (const [table, found] of Object.entries(before))
          if (!own.has(table)) expect([table, after[table]]).toEqual([table, found])
      } finally {
        await sql("DROP TRIGGER full")
      }
    })
  })

  it("has no entry of what fails, wherever it is refused", async () => {
    await call("POST", "/topics", { id: "taken", name: "Taken" })
    await call("POST", "/domains", { domain: "taken.example.com" })
    await operator()
    await forget()
    const answers = [
      await call("POST", "/topics", { id: "taken", name: "Taken" }),
      await call("PATCH", "/topics/unknown", { name: "x" }),
      await call("DELETE", "/topics/unknown"),
      await call("POST", "/domains", { domain: "taken.example.com" }),
      await call("DELETE", "/domains/unknown.example.com"),
      await call("POST", "/api-keys", { name: "", scopes: [secret] }),
      await call("PATCH", `/api-keys/key_${"0".repeat(32)}`, { name: "x" }),
      await call("DELETE", `/api-keys/key_${"0".repeat(32)}`),
      await call("DELETE", "/templates/unknown"),
      await call("PUT", "/templates/unknown", { subject_template: "x" }),
      await call("DELETE", "/webhook-endpoints/999"),
      await call("POST", "/webhook-endpoints/999/rotate-secret"),
      await call("DELETE", `/feedback-sources/fsrc_${"0".repeat(32)}`),
      await call("DELETE", "/suppressions/nobody@example.com"),
      await byOperator("POST", "/tenants", { name: "default" }),
      await byOperator("PATCH", "/tenants/unknown", { monthly_limit: 1 }),
      await call("POST", "/api-keys", { name: "x" }, (await reader()).key)
    ]
    expect(answers.filter(({ status }) => status < 400)).toEqual([])
    expect(await rows()).toEqual([])
  })

  it("has what Resend's package does", async () => {
    await forget()
    const front = (method: string, path: string, json: object) =>
      service.call(method, `/resend${path}`, { key: account.key.key, json })
    const { json } = await front("POST", "/webhooks", {
      endpoint: "http://127.0.0.1:9/resend",
      events: ["email.sent"]
    })
    expect(json).toMatchObject({ object: "webhook" })
    await front("POST", "/api-keys", { name: secret, permission: "sending_access" })
    await front("POST", "/domains", { name: "front.example.com" })
    expect(
      (await list()).map(({ actor, ip_address, operation, target }) => [
        operation,
        actor.id,
        target?.kind,
        target?.id !== null,
        ip_address
      ])
    ).toEqual(
      [
        ["domains.add", "domain"],
        ["apiKeys.create", "api_key"],
        ["webhookEndpoints.create", "webhook_endpoint"]
      ].map(([operation, kind]) => [
        operation,
        account.key.id,
        kind,
        true,
        host === "nodeHandler" ? "127.0.0.1" : null
      ])
    )
    expect(JSON.stringify(await rows())).not.toContain(secret)
  })

  const reader = () => service.newKey(account.tenant, ["email:read"])

  it("is read with its own scope, newest first, page by page, by filters", async () => {
    await forget()
    await call("POST", "/topics", { id: "a", name: "A" })
    await call("POST", "/topics", { id: "b", name: "B" })
    await call("DELETE", "/topics/a")
    expect(await list()).toEqual([
      expect.objectContaining({ operation: "topics.remove", target: { kind: "topic", id: "a" } }),
      expect.objectContaining({ target: { kind: "topic", id: "b" }, members: ["id", "name"] }),
      expect.objectContaining({
        operation: "topics.create",
        outcome: "done",
        actor: { kind: "key", id: account.key.id, name: "test" },
        tenant: account.tenant.name,
        target: { kind: "topic", id: "a" }
      })
    ])
    const [newest, second, oldest] = await list()
    expect((await list(`?limit=1&after=${newest?.id ?? ""}`)).map(({ id }) => id)).toEqual([
      second?.id
    ])
    const found = async (query: string) => (await list(query)).map(({ id }) => id)
    const all = [newest?.id, second?.id, oldest?.id]
    expect(await found("?operation=topics.remove")).toEqual([newest?.id])
    expect(await found("?target=b")).toEqual([second?.id])
    expect(await found("?target=topic")).toEqual(all)
    expect(await found("?target=domain")).toEqual([])
    for (const actor of ["key", "test", account.key.id])
      expect(await found(`?actor=${actor}`)).toEqual(all)
    expect(await found("?actor=operator")).toEqual([])
    expect(await found(`?since=${oldest?.created_at ?? ""}`)).toEqual(all)
    expect(await found("?since=2999-01-01T00:00:00Z")).toEqual([])
    expect(await found(`?until=${oldest?.created_at ?? ""}`)).not.toContain(oldest?.id)
    expect((await call("GET", "/audit-log", undefined, (await reader()).key)).status).toBe(403)
    for (const query of ["?after=x", "?since=yesterday", "?limit=0"])
      expect((await call("GET", `/audit-log${query}`)).status).toBe(400)
  })

  it("is never shown to another tenant, and tells a tenant not where the operator works", async () => {
    const other = await service.newAccount()
    await forget()
    await call("POST", "/topics", { id: "mine", name: "Mine" })
    await service.call("POST", "/v1/topics", {
      headers: { ...(await operator()), "x-telemark-tenant": account.tenant.name },
      json: { id: "by-operator", name: "x" }
    })
    await byOperator("POST", `/tenants/${account.tenant.name}/pause`)
    await byOperator("POST", `/tenants/${account.tenant.name}/resume`)
    for (const query of ["", `?tenant=${account.tenant.name}`, "?actor=operator"])
      expect(await list(query, other.key.key)).toEqual([])
    const [theirs, mine] = await list()
    expect([theirs, mine]).toMatchObject([
      {
        actor: { kind: "operator", id: null, name: null },
        target: { id: "by-operator" },
        ip_address: null,
        user_agent: null
      },
      { target: { id: "mine" } }
    ])
    expect((await list()).length).toBe(2)
    const seen = await listByOperator(`?tenant=${account.tenant.name}`)
    expect(seen.map(({ operation }) => operation)).toEqual([
      "tenants.resume",
      "tenants.pause",
      "topics.create",
      "topics.create"
    ])
    expect(seen[2]?.user_agent).not.toBeNull()
  })

  it("has sign-ins and sign-outs, and of refused ones the first of an address in an hour", async () => {
    await operator()
    await forget()
    const answer = await signIn({ key: account.key.key })
    const session = (answer.headers.get("set-cookie") ?? "").split(";")[0] ?? ""
    await service.call("DELETE", "/session", { headers: { cookie: session, ...own } })
    for (let attempt = 0; attempt < 30; attempt++)
      await signIn(
        { key: `tmk_${"x".repeat(40)}${String(attempt)}` },
        { "x-forwarded-for": `192.0.2.${String(attempt)}` }
      )
    await signIn({ token: "y".repeat(43) })
    expect(
      (await rows()).map(({ actor_id, actor_kind, operation, outcome }) => [
        operation,
        outcome,
        actor_kind,
        actor_id
      ])
    ).toEqual([
      ["session.begin", "done", "key", account.key.id],
      ["session.end", "done", "key", account.key.id],
      ["session.begin", "refused", "key", null]
    ])
    expect(JSON.stringify(await rows())).not.toContain("xxxx")
  })

  it("bounds what a client says of itself", async () => {
    await forget()
    await service.call("POST", "/v1/topics", {
      key: account.key.key,
      json: { id: "agent", name: "x" },
      headers: {
        "user-agent": `Mozilla\t${"é".repeat(4000)}`,
        "x-forwarded-for": "203.0.113.9, 10.0.0.1"
      }
    })
    const [entry] = await list()
    expect(entry?.user_agent?.length).toBeLessThanOrEqual(200)
    expect(entry?.user_agent).toMatch(/^Mozilla [^\p{Cc}]+$/u)
    expect(entry?.ip_address).toBe(host === "nodeHandler" ? "127.0.0.1" : null)
  })

  it("has an entry of each of several at once, and of one that two want only that of one", async () => {
    await forget()
    const answers = await Promise.all([
      ...["c1", "c2", "c3"].map((id) => call("POST", "/topics", { id, name: id })),
      ...[1, 2, 3].map(() => call("POST", "/topics", { id: "once", name: "Once" }))
    ])
    expect(answers.filter(({ status }) => status === 201).length).toBe(4)
    expect((await list()).map(({ target }) => target?.id).toSorted()).toEqual([
      "c1",
      "c2",
      "c3",
      "once"
    ])
  })

  it("is read to its end, however long it is", async () => {
    await forget()
    await sql(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000)
       INSERT INTO audit_log (id, created_at, operation, outcome, actor_kind, tenant_id, members)
       SELECT 'aud_' || printf('%032x', i), i, 'topics.create', 'done', 'key', CASE WHEN i % 2 = 0 THEN '${account.tenant.id}' ELSE 'tn_other' END, '[]' FROM n`
    )
    let after = ""
    let count = 0
    for (;;) {
      const { data, next } = (await call("GET", `/audit-log?limit=100${after}`)).json as {
        data: ReadonlyArray<AuditEntry>
        next: string | null
      }
      count += data.length
      if (next === null) break
      after = `&after=${next}`
    }
    expect(count).toBe(5000)
    await forget()
  })

  it("names the host application where it calls operations itself", async () => {
    await forget()
    await service.runtime.runPromise(
      Effect.flatMap(makeImplementations, ({ topics }) =>
        topics.create(
          { tenant: account.tenant, scopes: new Set(allScopes) },
          { id: "in-process", name: "x" }
        )
      ) as Effect.Effect<unknown>
    )
    expect(await list()).toMatchObject([
      { actor: { kind: "application", id: null, name: null }, ip_address: null, user_agent: null }
    ])
  })

  it("keeps what the operator did to a tenant that is removed, and nothing else of it", async () => {
    const gone = await service.newAccount()
    await forget()
    await service.call("POST", "/v1/topics", { key: gone.key.key, json: { id: "x", name: "x" } })
    await byOperator("POST", `/tenants/${gone.tenant.name}/pause`)
    const name = gone.tenant.name
    await byOperator("DELETE", `/tenants/${name}?confirm=${name}`)
    expect((await listByOperator(`?tenant=${name}`)).map(({ operation }) => operation)).toEqual([
      "tenants.remove",
      "tenants.pause"
    ])
    expect(
      (
        await service.runtime.runPromise(
          Effect.flatMap(AuditLog, (log) => log.list(gone.tenant.id))
        )
      ).data
    ).toEqual([])
  })
})
