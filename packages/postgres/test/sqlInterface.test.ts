import { describe, expect, it } from "@effect/vitest"
import { freshDatabase, onServer, randomName } from "@telemark-tools/postgres"
import { installSqlInterface, type Tenant, tenantQueries } from "@telemark/core"
import { layer } from "@telemark/postgres"
import { Effect } from "effect"
import pg from "pg"
import { onTestFinished } from "vitest"

const tenant = (name: string): Tenant => ({
  id: `tn_${name}`,
  name,
  default_from: null,
  monthly_limit: null,
  track_opens: false,
  track_clicks: false,
  missing: "warn",
  created_at: 0
})

/** Roles belong to the whole server, so each test has its own. */
const setUp = async () => {
  const { drop, url } = await freshDatabase()
  const made = new Set<string>()
  const database = new URL(url).pathname.slice(1)
  onTestFinished(async () => {
    await drop()
    const [role, ...others] = [...made]
    if (role !== undefined)
      await onServer(testUrl(url), `DROP ROLE IF EXISTS ${[role, ...others].join(", ")}`)
  })
  const note = (role: string) => {
    made.add(role)
    return role
  }
  const role = async (...grants: ReadonlyArray<string>) => {
    const name = note(randomName("role"))
    await onServer(
      url,
      `CREATE ROLE ${name} LOGIN`,
      `GRANT ALL ON DATABASE ${database} TO ${name}`,
      ...grants.map((grant) => `GRANT ${grant} TO ${name}`)
    )
    return name
  }
  const urlAs = (name: string) => {
    const own = new URL(url)
    own.username = name
    return own.href
  }
  /** In one session of a role. */
  const as = (name: string, ...statements: ReadonlyArray<string>) =>
    onServer(urlAs(name), ...statements)
  const install = (of: string, options: { readonly name?: string; readonly role?: string } = {}) =>
    Effect.gen(function* () {
      const { insert } = yield* tenantQueries
      yield* insert(tenant(of))
      return yield* installSqlInterface(tenant(of), {
        role: note(randomName("sender")),
        ...options
      })
    }).pipe(Effect.provide(layer({ url })), Effect.runPromise)
  return { as, install, role, url, urlAs }
}

const testUrl = (url: string): string => {
  const server = new URL(url)
  server.pathname = "/postgres"
  return server.href
}

const hello = `'{"to": "ada@example.com"}'::jsonb`

const rows = (results: ReadonlyArray<pg.QueryResult>): ReadonlyArray<unknown> =>
  (results.at(-1)?.rows ?? []) as ReadonlyArray<unknown>

describe("the functions to send by", () => {
  it("may be called by whom the role was granted to, who gets no other right", async () => {
    const { as, install, role, url } = await setUp()
    const { name, role: sender } = await install("shop")
    const shop = await role(sender)
    expect(rows(await as(shop, `SELECT ${name}.send(${hello}) LIKE 'sql\\_%' AS sent`))).toEqual([
      { sent: true }
    ])
    const denied = [
      "SELECT * FROM sql_sends",
      "DELETE FROM sql_sends",
      "INSERT INTO sql_sends (id, tenant_id, octets, created_at) VALUES ('a', 'tn_other', 0, 0)",
      "SELECT * FROM emails",
      "SELECT * FROM tenants",
      "SELECT * FROM api_keys",
      "BEGIN; LOCK TABLE sql_sends",
      `CREATE TABLE ${name}.emails (id text)`,
      `CREATE OR REPLACE FUNCTION ${name}.send(message jsonb, idempotency_key text DEFAULT NULL) RETURNS text LANGUAGE sql AS 'SELECT 1::text'`,
      `ALTER FUNCTION ${name}.send(jsonb, text) RESET ALL`,
      `DROP FUNCTION ${name}.send(jsonb, text)`,
      `GRANT ${sender} TO ${await role()}`
    ]
    for (const statement of denied)
      await expect(as(shop, statement), statement).rejects.toMatchObject({ code: "42501" })
    expect(rows(await onServer(url, "SELECT tenant_id FROM sql_sends"))).toEqual([
      { tenant_id: "tn_shop" }
    ])
  })

  it("are refused to everybody else, and to senders of another tenant", async () => {
    const { as, install, role } = await setUp()
    const ours = await install("ours")
    const theirs = await install("theirs")
    const [stranger, neighbour] = [await role(), await role(theirs.role)]
    for (const who of [stranger, neighbour])
      for (const statement of [
        `SELECT ${ours.name}.send(${hello})`,
        `SELECT ${ours.name}.outcome('sql_1')`
      ])
        await expect(as(who, statement)).rejects.toMatchObject({ code: "42501" })
    const us = await role(ours.role)
    const [sent] = rows(await as(us, `SELECT ${ours.name}.send(${hello}) AS id`))
    const id = (sent as { readonly id: string }).id
    const asked = (name: string) => `SELECT ${name}.outcome('${id}') AS outcome`
    expect(rows(await as(neighbour, asked(theirs.name)))).toEqual([{ outcome: null }])
    expect(rows(await as(us, asked(ours.name)))).toEqual([{ outcome: { status: "waiting" } }])
  })

  it("use nothing that a caller puts in the place of what they name", async () => {
    const { as, install, role, url } = await setUp()
    const { name, role: sender } = await install("shop")
    const attacker = await role(sender)
    const trap = "LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'trapped as %', current_user; END $$"
    const [result] = (
      await as(
        attacker,
        "CREATE SCHEMA evil",
        `CREATE FUNCTION evil.lpad(text, integer, text) RETURNS text ${trap}`,
        `CREATE FUNCTION evil.to_hex(bigint) RETURNS text ${trap}`,
        `CREATE FUNCTION evil.gen_random_uuid() RETURNS uuid ${trap}`,
        `CREATE FUNCTION evil.pg_notify(text, text) RETURNS void ${trap}`,
        `CREATE FUNCTION evil.jsonb_typeof(jsonb) RETURNS text ${trap}`,
        `CREATE FUNCTION evil.joined(text, text) RETURNS text ${trap}`,
        "CREATE OPERATOR evil.|| (LEFTARG = text, RIGHTARG = text, FUNCTION = evil.joined)",
        "CREATE TEMP TABLE tenants (id text, removed_at bigint, paused_at bigint)",
        "CREATE TEMP TABLE sql_sends (id text)",
        "SET search_path = evil, pg_temp, pg_catalog, public",
        `SELECT ${name}.send(${hello}) AS id`,
        `SELECT count(*)::int AS trapped FROM pg_temp.sql_sends`
      )
    )
      .slice(-1)
      .flatMap((one) => one.rows as ReadonlyArray<unknown>)
    expect(result).toEqual({ trapped: 0 })
    expect(rows(await onServer(url, "SELECT count(*)::int AS kept FROM sql_sends"))).toEqual([
      { kept: 1 }
    ])
  })

  it("take hostile members as text, and what is no message not at all", async () => {
    const { as, install, role } = await setUp()
    const { name, role: sender } = await install("shop")
    const shop = await role(sender)
    const nasty = `'{"to": "x''; DROP TABLE emails; --", "a": {"b": "$telemark$; SELECT 1"}}'::jsonb`
    await as(shop, `SELECT ${name}.send(${nasty}, '''; --')`)
    for (const message of ["NULL", "'[]'", `'"x"'`, "'7'"])
      await expect(as(shop, `SELECT ${name}.send(${message}::jsonb)`)).rejects.toMatchObject({
        code: "22023"
      })
    await expect(
      as(shop, `SELECT ${name}.send(jsonb_build_object('text', repeat('x', 16 * 1024 * 1024)))`)
    ).rejects.toMatchObject({ code: "54000" })
  })

  it("send for a trigger whose owner may, whoever inserts", async () => {
    const { as, install, role, url } = await setUp()
    const { name, role: sender } = await install("shop")
    const [owner, visitor] = [await role(sender), await role()]
    await as(
      owner,
      "CREATE SCHEMA app",
      "CREATE TABLE app.orders (email text)",
      `CREATE FUNCTION app.confirm() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN
        PERFORM ${name}.send(jsonb_build_object('to', NEW.email)); RETURN NEW; END $$`,
      "CREATE TRIGGER confirm AFTER INSERT ON app.orders FOR EACH ROW EXECUTE FUNCTION app.confirm()",
      `GRANT USAGE ON SCHEMA app TO ${visitor}`,
      `GRANT INSERT ON app.orders TO ${visitor}`
    )
    await as(visitor, "INSERT INTO app.orders VALUES ('ada@example.com')")
    await as(visitor, "BEGIN", "INSERT INTO app.orders VALUES ('bob@example.com')", "ROLLBACK")
    expect(rows(await onServer(url, "SELECT request FROM sql_sends"))).toEqual([
      { request: '{"to": "ada@example.com"}' }
    ])
  })

  it("notify workers as they are committed", async () => {
    const { as, install, role, url } = await setUp()
    const { name, role: sender } = await install("shop")
    const shop = await role(sender)
    const listener = new pg.Client({ connectionString: url })
    await listener.connect()
    onTestFinished(() => listener.end())
    await listener.query("LISTEN telemark_mail")
    const heard = new Promise((resolve) => {
      listener.once("notification", ({ payload }) => {
        resolve(payload)
      })
    })
    await as(shop, `SELECT ${name}.send(${hello})`)
    expect(await heard).toBe("sql")
  })

  it("aren't made in a schema of another role, which could replace them", async () => {
    const { as, install, role } = await setUp()
    const attacker = await role()
    await as(attacker, "CREATE SCHEMA telemark_shop")
    await expect(install("shop")).rejects.toMatchObject({
      message: expect.stringContaining("belongs to another role") as string
    })
  })

  it("say what an administrator has to make, if Telemark's own role may not", async () => {
    const { role, urlAs } = await setUp()
    const owner = await role("pg_read_all_data", "pg_write_all_data")
    const installing = Effect.gen(function* () {
      const { insert } = yield* tenantQueries
      yield* insert(tenant("shop"))
      return yield* installSqlInterface(tenant("shop"), { role: randomName("sender") })
    }).pipe(Effect.provide(layer({ url: urlAs(owner), migrate: false })), Effect.runPromise)
    await expect(installing).rejects.toMatchObject({
      code: "not_permitted",
      message: expect.stringMatching(
        new RegExp(`AUTHORIZATION ${owner}; CREATE ROLE sender_\\w+ NOLOGIN;`)
      ) as string
    })
  })
})
