import {
  Database,
  Members,
  memberQueries,
  operatorScopes,
  Passkeys,
  type Principal,
  Sessions,
  stored,
  tenantRemoval,
  Tenants
} from "@telemark/core"
import { allScopes, type Role, type Scope } from "@telemark/contract"
import { makeDashboard, sessionAccess } from "@telemark/http"
import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { hostsOfRun, type Service, startService } from "./support/service.js"

const own = { "sec-fetch-site": "same-origin" }
const files = { shellFor: () => ({ headers: {}, body: new Uint8Array() }), find: () => undefined }

describe.each(hostsOfRun)("members behind %s", (host) => {
  let service: Service
  let operator: Principal
  /** Once it is known who makes the next request. */
  let identified = (): void => undefined

  beforeAll(async () => {
    service = await startService({
      host,
      dashboard: Effect.map(sessionAccess(), (access) =>
        makeDashboard({
          access: {
            ...access,
            identify: (request, tenantName) =>
              Effect.tap(access.identify(request, tenantName), () =>
                Effect.sync(() => {
                  identified()
                })
              )
          },
          features: { inbox: true },
          files: Effect.succeed(files)
        })
      )
    })
    const tenant = await service.runtime.runPromise(
      Effect.flatMap(Tenants, (tenants) => tenants.getOrCreate("default"))
    )
    operator = {
      tenant,
      scopes: new Set<Scope>([...allScopes, ...operatorScopes]),
      actor: { kind: "operator", id: null, name: null }
    }
  })
  afterAll(() => service.close())

  const run = <A, E>(use: (members: typeof Members.Service) => Effect.Effect<A, E>) =>
    service.runtime.runPromise(Effect.flatMap(Members, use))

  const isTls = host === "webHandler"
  const cookieName = isTls ? "__Secure-telemark_session" : "telemark_session"

  /** A member that has accepted its invitation, and its cookie. */
  const join = async (email: string, role: Role, isForAll = false) => {
    const { invitation_url, member } = await run((members) =>
      members.invite(operator, { email, role, operator: isForAll })
    )
    const begin = await service.call("POST", "/session", {
      json: { invitation: /=(.+)$/.exec(invitation_url ?? "")?.[1] },
      headers: own
    })
    expect(begin.status).toBe(200)
    const cookie = /^[^;]*/.exec(begin.headers.get("set-cookie") ?? "")?.[0] ?? ""
    expect(cookie).toMatch(new RegExp(`^${cookieName}=`))
    return { id: member.id, cookie }
  }

  const ended = async (cookie: string, change: () => Promise<unknown>) => {
    const response = await service.fetch("/v1/events/stream", { headers: { cookie } })
    expect(response.status).toBe(200)
    const reader = response.body?.getReader()
    await reader?.read()
    await change()
    // Else it would last for five minutes.
    for (;;) if ((await reader?.read())?.done !== false) return
  }

  it("end with their streams of events once they are disabled, removed, or a session is ended", async () => {
    const disabled = await join("disabled@example.com", "viewer")
    await ended(disabled.cookie, () =>
      run((members) => members.update(operator, disabled.id, { disabled: true }))
    )
    const removed = await join("removed@example.com", "viewer")
    await ended(removed.cookie, () => run((members) => members.remove(operator, removed.id)))
    const left = await join("left@example.com", "viewer")
    await ended(left.cookie, () =>
      service.call("DELETE", "/session", { headers: { ...own, cookie: left.cookie } })
    )
    for (const { cookie } of [disabled, removed, left])
      expect((await service.call("GET", "/v1/emails", { headers: { cookie } })).status).toBe(401)
  })

  /** A request that is known to be from the member, but whose body comes only after the change. */
  const heldBack = async (
    { cookie }: { readonly cookie: string },
    [method, path, json]: readonly [method: string, path: string, json: unknown],
    change: () => Promise<unknown>
  ) => {
    const known = new Promise<void>((resolve) => {
      identified = resolve
    })
    const octets = new TextEncoder().encode(JSON.stringify(json))
    const body = new ReadableStream<Uint8Array>({
      start: async (controller) => {
        controller.enqueue(octets.slice(0, 5))
        await known
        await change()
        controller.enqueue(octets.slice(5))
        controller.close()
      }
    })
    return service.call(method, path, {
      headers: { ...own, "content-type": "application/json", cookie },
      body
    })
  }

  it("can't hold a body back until they are disabled, removed or have another role", async () => {
    const [disabled, removed, lesser] = [
      await join("held1@example.com", "admin"),
      await join("held2@example.com", "admin"),
      await join("held3@example.com", "admin")
    ]
    const key = ["POST", "/v1/api-keys", { name: "back door", scopes: ["apikey:manage"] }] as const
    const mail = { from: "a@example.com", to: "b@example.com", subject: "x", text: "x" }
    const batch = ["POST", "/v1/emails/batch", { emails: [mail] }] as const
    const ended = await heldBack(disabled, key, () =>
      run((members) => members.update(operator, disabled.id, { disabled: true }))
    )
    expect(ended.status).toBe(401)
    const gone = await heldBack(removed, batch, () =>
      run((members) => members.remove(operator, removed.id))
    )
    expect(gone.status).toBe(401)
    const itself = ["PATCH", `/v1/members/${lesser.id}`, { role: "admin" }] as const
    const demoted = await heldBack(lesser, itself, () =>
      run((members) => members.update(operator, lesser.id, { role: "viewer" }))
    )
    expect(demoted.status).toBe(403)
    expect((await run((members) => members.get(operator, lesser.id))).role).toBe("viewer")
  })

  it("begin no session whose entry in the audit log can't be written, and use nothing up", async () => {
    const sql = (statement: string) =>
      service.runtime.runPromise(
        Effect.flatMap(Database, (database) => stored(database.sql.unsafe(statement)))
      )
    const withoutEntries = async <A>(then: () => Promise<A>) => {
      await sql(
        "CREATE TRIGGER full BEFORE INSERT ON audit_log BEGIN SELECT RAISE(ABORT, 'full'); END"
      )
      try {
        return await then()
      } finally {
        await sql("DROP TRIGGER full")
      }
    }
    const { invitation_url, member } = await run((members) =>
      members.invite(operator, { email: "entry@example.com", role: "viewer" })
    )
    const accept = () =>
      service.call("POST", "/session", {
        json: { invitation: /=(.+)$/.exec(invitation_url ?? "")?.[1] },
        headers: own
      })
    expect((await withoutEntries(accept)).status).toBe(500)
    expect((await accept()).status).toBe(200)

    await sql(
      `INSERT INTO passkeys (id, member_id, public_key, counter, browser, created_at) VALUES ('device', '${member.id}', 'cose', 0, 'Firefox', 0)`
    )
    const used = { id: "device", counter: 1, challenge: "x", challengeExpires: 1 }
    const byPasskey = () =>
      service.runtime.runPromise(
        Effect.result(Effect.flatMap(Passkeys, (passkeys) => passkeys.begin(used)))
      )
    expect((await withoutEntries(byPasskey))._tag).toBe("Failure")
    expect((await byPasskey())._tag).toBe("Success")
    const sessions = (await run((members) => members.get(operator, member.id))).sessions
    expect(sessions).toHaveLength(2)
  })

  it("see and end their own sessions and nobody else's", async () => {
    const one = await join("one@example.com", "viewer")
    const other = await join("other@example.com", "admin")
    const list = async (cookie: string) => {
      const answer = await service.call("GET", "/session/all", { headers: { cookie } })
      return (answer.json as { readonly data: ReadonlyArray<{ readonly id: string }> }).data
    }
    const [mine] = await list(one.cookie)
    const end = (cookie: string, headers: Readonly<Record<string, string>> = own) =>
      service.call("DELETE", `/session/all/${mine?.id ?? ""}`, { headers: { ...headers, cookie } })
    expect(await list(one.cookie)).toHaveLength(1)
    expect((await end(other.cookie)).status).toBe(404)
    expect((await end(one.cookie, { "sec-fetch-site": "cross-site" })).status).toBe(403)
    expect((await end("")).status).toBe(401)
    expect((await service.call("GET", "/session/all")).status).toBe(401)
    // An admin ends those of others.
    const path = `/v1/members/${one.id}/sessions/${mine?.id ?? ""}`
    const byAdmin = (cookie: string) =>
      service.call("DELETE", path, { headers: { ...own, cookie } })
    expect((await byAdmin(one.cookie)).status).toBe(403)
    expect((await byAdmin(other.cookie)).status).toBe(200)
    expect((await byAdmin(other.cookie)).status).toBe(404)
    expect(
      (await service.call("GET", "/session", { headers: { cookie: one.cookie } })).json
    ).toEqual({ sign_in: "key" })
  })

  it("are out of reach of every key, and give keys no more than their role has", async () => {
    const { key } = await service.newAccount()
    for (const [method, path] of [
      ["GET", "/v1/members"],
      ["POST", "/v1/members"],
      ["DELETE", "/v1/members/mem_1"]
    ] as const)
      expect(
        (
          await service.call(method, path, {
            key: key.key,
            json: method === "GET" ? undefined : {}
          })
        ).status
      ).toBe(403)
    const admin = await join("admin@example.com", "admin")
    const asAdmin = (json: unknown) =>
      service.call("POST", "/v1/api-keys", { headers: { ...own, cookie: admin.cookie }, json })
    expect((await asAdmin({ name: "x", scopes: ["member:manage"] })).status).toBe(400)
    expect((await asAdmin({ name: "x", scopes: ["email:read"] })).status).toBe(201)
    const elsewhere = { ...own, cookie: admin.cookie, "x-telemark-tenant": "default" }
    expect((await service.call("GET", "/v1/emails", { headers: elsewhere })).status).toBe(403)
  })

  it("of the whole server are to a tenant's audit log what the operator is", async () => {
    const [ofTenant, ofAll] = [
      await join("auditor@example.com", "admin"),
      await join("boss@example.com", "admin", true)
    ]
    const make = await service.call("POST", "/v1/topics", {
      headers: { ...own, cookie: ofAll.cookie, "x-telemark-tenant": "default" },
      json: { id: "of-the-boss", name: "x" }
    })
    expect(make.status).toBe(201)
    const log = async (cookie: string, query = "") => {
      const { json } = await service.call("GET", `/v1/audit-log?operation=topics.create${query}`, {
        headers: { cookie }
      })
      return (json as { readonly data: ReadonlyArray<Record<string, unknown>> }).data
    }
    expect(await log(ofTenant.cookie)).toEqual([
      expect.objectContaining({
        actor: { kind: "operator", id: null, name: null },
        ip_address: null,
        user_agent: null
      })
    ])
    expect(await log(ofAll.cookie)).toEqual([
      expect.objectContaining({
        actor: { kind: "operator", id: ofAll.id, name: "boss@example.com" }
      })
    ])
    // Nor does a filter tell.
    for (const hidden of ["boss@example.com", ofAll.id])
      expect([
        await log(ofTenant.cookie, `&actor=${hidden}`),
        await log(ofAll.cookie, `&actor=${hidden}`)
      ]).toEqual([[], [expect.anything()]])
    expect(await log(ofTenant.cookie, "&actor=operator")).toHaveLength(1)
  })

  it("of the whole server have their entries also after the tenant was removed", async () => {
    const { cookie, id } = await join("chief@example.com", "admin", true)
    const tenant = await service.runtime.runPromise(
      Effect.flatMap(Tenants, (tenants) => tenants.getOrCreate("short"))
    )
    await service.call("POST", "/v1/topics", {
      headers: { ...own, cookie, "x-telemark-tenant": "short" },
      json: { id: "news", name: "x" }
    })
    await service.runtime.runPromise(Effect.flatMap(tenantRemoval, ({ clear }) => clear(tenant.id)))
    const { json } = await service.call("GET", "/v1/audit-log?tenant=short", {
      headers: { cookie }
    })
    expect((json as { readonly data: ReadonlyArray<unknown> }).data).toEqual([
      expect.objectContaining({
        operation: "topics.create",
        actor: { kind: "operator", id, name: "chief@example.com" }
      })
    ])
  })

  it("are listed page by page, however many there are, up to 10,000 of a tenant", async () => {
    const many = await service.runtime.runPromise(
      Effect.flatMap(Tenants, (tenants) => tenants.getOrCreate("many"))
    )
    const caller = { ...operator, tenant: many, scopes: new Set<Scope>(["member:manage"]) }
    const { member } = await run((members) =>
      members.invite(caller, { email: "first@example.com", role: "viewer" })
    )
    await service.runtime.runPromise(
      Effect.gen(function* () {
        const { write } = yield* Database
        const { findByAddress, insert } = yield* memberQueries
        yield* write(
          Effect.gen(function* () {
            const one = yield* findByAddress(member.email)
            if (one === undefined) throw new Error("it isn't there")
            for (let index = 1; index < 10_000; index++) {
              const email = `m${String(index)}@example.com`
              const id = `mem_${String(index).padStart(32, "0")}`
              yield* insert({ ...one, id, email, folded: email, invitation_hash: null })
            }
          })
        )
      })
    )
    let [seen, after]: [number, string | undefined] = [0, undefined]
    for (;;) {
      const page = await run((members) => members.list(caller, { limit: 100, after }))
      seen += page.data.length
      if (page.next === null) break
      after = page.next
    }
    expect(seen).toBe(10_000)
    const refused = run((members) =>
      members.invite(caller, { email: "one-more@example.com", role: "viewer" })
    )
    await expect(refused).rejects.toMatchObject({ _tag: "ValidationFailed" })
    const account = { issuer: "proxy", subject: "new@example.com", email: "new@example.com" }
    const byGroups = service.runtime.runPromise(
      Effect.flatMap(Sessions, (sessions) =>
        sessions.beginByIdentity({ ...account, name: null, role: "viewer" }, "many")
      )
    )
    await expect(byGroups).rejects.toMatchObject({ _tag: "NotAdmitted" })
    const found = await run((members) => members.list(caller, { q: "m9999@" }))
    expect(found.data.map(({ email }) => email)).toEqual(["m9999@example.com"])
  })
})
