import { createDatabase, freshDatabase, testPostgresUrl } from "@telemark-tools/postgres"
import { randomBytes } from "node:crypto"
import pg from "pg"
import { describe, expect, it, onTestFinished } from "vitest"
import { call } from "./support/call.js"
import { loadedBy } from "./support/loadedBy.js"
import { readInbox } from "./support/readInbox.js"
import { serve, start, stop, temporaryDirectory } from "./support/telemark.js"

/** A database of its own for a test, with Telemark's tables in it. */
const ready = async (): Promise<string> => {
  const { drop, url } = await freshDatabase()
  onTestFinished(drop)
  return url
}

/** A database of its own for a test, with nothing in it. */
const bare = async (): Promise<string> => {
  const { drop, url } = await createDatabase(testPostgresUrl())
  onTestFinished(drop)
  return url
}

const query = async (
  url: string,
  text: string
): Promise<ReadonlyArray<Record<string, unknown>>> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text)).rows
  } finally {
    await client.end()
  }
}

const secret = randomBytes(32).toString("base64")

const environment = (url: string) => ({
  TELEMARK_DATABASE_URL: url,
  TELEMARK_PORT: "0",
  TELEMARK_SECRET: secret
})

/** What a database is called by people. */
const nameOf = (url: string): string => {
  const { host, pathname } = new URL(url)
  return host + pathname
}

/** Calls a command with `--json`; what it prints must be one document. */
const json = async (url: string, ...args: ReadonlyArray<string>) => {
  const { code, stdout } = await call([...args, "--json"], environment(url))
  return { code, document: JSON.parse(stdout) as Record<string, unknown> }
}

const tablesOf = (url: string) =>
  query(url, "SELECT tablename FROM pg_tables WHERE schemaname = 'public'")

/** A user who may log in and nothing else, as a URL. */
const stranger = async (url: string): Promise<string> => {
  const [name, password] = [
    `stranger_${randomBytes(6).toString("hex")}`,
    randomBytes(6).toString("hex")
  ]
  await query(url, `CREATE ROLE ${name} LOGIN PASSWORD '${password}'`)
  onTestFinished(async () => {
    await query(testPostgresUrl(), `DROP ROLE ${name}`)
  })
  await query(url, "REVOKE CREATE ON SCHEMA public FROM PUBLIC")
  return Object.assign(new URL(url), { username: name, password }).href
}

const nowhere = "postgres://ada:s3cret@127.0.0.1:1/mail"

describe("the command line on Postgres", () => {
  it("makes the tables with migrate, again and again, and names the database without its login", async () => {
    const url = await bare()
    for (const _ of [1, 2]) {
      expect(await json(url, "migrate")).toEqual({
        code: 0,
        document: { database: nameOf(url), up_to_date: true }
      })
    }
    expect((await tablesOf(url)).length).toBeGreaterThan(5)
  })

  it("makes tenants and keys, lists them, and revokes keys", async () => {
    const url = await ready()
    expect((await json(url, "tenants", "create", "acme")).code).toBe(0)
    expect(await json(url, "tenants", "create", "acme")).toMatchObject({
      code: 1,
      document: { error: "tenant_exists" }
    })
    const { document } = await json(url, "keys", "create", "--tenant", "acme")
    expect(await json(url, "keys", "list")).toMatchObject({
      code: 0,
      document: { data: [{ prefix: document["prefix"] }] }
    })
    expect((await json(url, "keys", "revoke", String(document["key"]))).code).toBe(0)
  })

  it.each([["keys", "list"], ["tenants", "list"], ["recount"]])(
    "makes no tables only to look: %s %s",
    async (...args) => {
      const url = await bare()
      expect(await json(url, ...args)).toMatchObject({
        code: 1,
        document: {
          error: "storage_not_usable",
          message: expect.stringContaining("`telemark migrate`") as unknown
        }
      })
      expect(await tablesOf(url)).toEqual([])
    }
  )

  it("counts a tenant's log anew, and says how many counters were wrong", async () => {
    const url = await ready()
    for (const name of ["acme", "zeta"]) await call(["tenants", "create", name], environment(url))
    await query(
      url,
      "INSERT INTO email_counts (tenant_id, period, starts_at, queued, sending, sent, failed, bounced, complained, delivered, deferred) SELECT id, 'hour', hour * 3600000, 7, 7, 7, 7, 7, 7, 7, 7 FROM tenants, generate_series(1, 3) AS hour WHERE name = 'acme'"
    )
    expect((await json(url, "recount", "--tenant", "zeta")).document).toEqual({
      data: [{ tenant: "zeta", corrected: 0 }]
    })
    const { code, stdout } = await call(["recount"], environment(url))
    expect({ code, lines: stdout.split("\n").sort() }).toEqual({
      code: 0,
      lines: ["", "TENANT  CORRECTED", "acme    3", "zeta    0"]
    })
    expect((await json(url, "recount", "--tenant", "acme")).document).toEqual({
      data: [{ tenant: "acme", corrected: 0 }]
    })
    expect(await json(url, "recount", "--tenant", "nobody")).toMatchObject({
      code: 1,
      document: { error: "not_found" }
    })
  })
})

describe("the secret on Postgres", () => {
  const without = (url: string) => ({ TELEMARK_DATABASE_URL: url, TELEMARK_PORT: "0" })

  it.each([["serve"], ["worker"], ["domains", "list"], ["secrets", "rotate"]])(
    "is needed by %s %s, which says how to make one",
    async (...args) => {
      const url = await bare()
      await call(["tenants", "create", "default"], without(url))
      const { code, stderr, stdout } = await call(args, without(url))
      expect({ code, stdout }).toEqual({ code: 1, stdout: "" })
      expect(stderr).toMatch(
        /^telemark: .*\n {2}TELEMARK_SECRET is needed with Postgres and takes .*`openssl rand -base64 32`.*every process/
      )
      expect(stderr).not.toMatch(/\n\s+at /)
    }
  )

  it("keeps a server that has none from opening the database at all", async () => {
    const { code, stderr } = await call(["serve"], without(nowhere))
    expect({ code, stderr }).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("TELEMARK_SECRET") as unknown
    })
    const url = await bare()
    await call(["serve"], without(url))
    expect(await tablesOf(url)).toEqual([])
  })

  it("isn't needed by what touches nothing that is encrypted", async () => {
    const url = await bare()
    for (const args of [
      ["migrate"],
      ["tenants", "create", "acme"],
      ["tenants", "list"],
      ["keys", "create", "--tenant", "acme"],
      ["templates", "list", "--tenant", "acme"]
    ]) {
      expect((await call(args, without(url))).code).toBe(0)
    }
  })

  it("is missed by the doctor", async () => {
    const { code, stdout } = await call(["doctor"], without(await ready()))
    expect(code).toBe(1)
    expect(stdout).toMatch(/^fail +secret +TELEMARK_SECRET is needed with Postgres/m)
  })

  it("is changed step by step: what is stored is encrypted anew, and opens with the new one alone", async () => {
    const url = await ready()
    await call(["tenants", "create", "default"], environment(url))
    expect((await call(["domains", "add", "fjord.example"], environment(url))).code).toBe(0)
    const next = randomBytes(32).toString("base64")
    const rotate = async (keys: string) =>
      JSON.parse(
        (
          await call(["secrets", "rotate", "--json"], {
            ...environment(url),
            TELEMARK_SECRET: keys
          })
        ).stdout
      ) as Record<string, unknown>
    expect(await rotate(secret)).toMatchObject({ total: 1, resealed: 0, next: "put_new_key_first" })
    expect(await rotate(`${next},${secret}`)).toMatchObject({
      total: 1,
      resealed: 1,
      next: "restart_and_repeat"
    })
    expect(await rotate(`${next},${secret}`)).toMatchObject({
      total: 1,
      resealed: 0,
      next: "remove_other_keys"
    })
    const { stdout } = await call(["doctor"], { ...environment(url), TELEMARK_SECRET: next })
    expect(stdout).toMatch(/^ok +secret +TELEMARK_SECRET decrypts all stored secrets \(1\)\.$/m)
    const [row] = await query(url, "SELECT private_key FROM dkim_keys")
    expect(String(row?.["private_key"])).not.toContain("PRIVATE KEY")
  })
})

describe("telemark doctor on Postgres", () => {
  it("looks at contents, connections and clock", async () => {
    const url = await ready()
    await call(["tenants", "create", "acme"], environment(url))
    const { code, stdout } = await call(["doctor"], {
      ...environment(url),
      TELEMARK_DATABASE_POOL: "2"
    })
    expect(code).toBe(0)
    expect(stdout).toMatch(
      /^ok {2,}database {2,}(\S+) \(Postgres \d+(\.\d+)*\) can be written to, is up to date and has 1 tenant\.$/m
    )
    expect(stdout).toContain(nameOf(url))
    expect(stdout).toMatch(
      /^ok {2,}connections {2,}Postgres grants \d+ .* a process takes up to 3 with TELEMARK_DATABASE_POOL=2/m
    )
    expect(stdout).toMatch(
      /^ok {2,}clock {2,}The clock of the database server differs by 0\.\d s\.$/m
    )
    expect(stdout).not.toMatch(/^\w+ +disk/m)
  })

  it("fails when a process may take more connections than there are", async () => {
    const { code, stdout } = await call(["doctor"], {
      ...environment(await ready()),
      TELEMARK_DATABASE_POOL: "1000"
    })
    expect(code).toBe(1)
    expect(stdout).toMatch(/^fail +connections .*TELEMARK_DATABASE_POOL lower/m)
  })

  it("finds nothing wrong with a database without tables, and makes none", async () => {
    const url = await bare()
    const { code, stdout } = await call(["doctor"], environment(url))
    expect(code).toBe(0)
    expect(stdout).toMatch(/^ok +database .* has no tables yet; the first start makes them\.$/m)
    expect(await tablesOf(url)).toEqual([])
  })

  it("sees that a user may make no tables", async () => {
    const { code, stdout } = await call(["doctor"], environment(await stranger(await bare())))
    expect(code).toBe(1)
    expect(stdout).toMatch(/^fail +database .* may not make them\./m)
  })

  it("sees that a database can't be written to", async () => {
    const url = await ready()
    await query(
      url,
      `ALTER DATABASE ${new URL(url).pathname.slice(1)} SET default_transaction_read_only = on`
    )
    const { code, stdout } = await call(["doctor"], environment(url))
    expect(code).toBe(1)
    expect(stdout).toMatch(/^fail +database .*can't be written to/m)
  })

  it("sees that nothing answers, and doesn't show the login", async () => {
    const { code, stderr, stdout } = await call(["doctor"], environment(nowhere))
    expect(code).toBe(1)
    expect(stdout).toMatch(/^fail +database .*127\.0\.0\.1:1\/mail.*TELEMARK_DATABASE_URL/m)
    expect(stdout + stderr).not.toMatch(/s3cret|ada/)
  })
})

describe("servers on Postgres", () => {
  it("let exactly one of three that start at once on an empty database make the key", async () => {
    const url = await bare()
    const servers = await Promise.all(
      [1, 2, 3].map(() => serve(temporaryDirectory(), environment(url), ["--no-worker"]))
    )
    const keys = servers.flatMap(({ document }) => document.first_start?.key ?? [])
    expect(keys).toHaveLength(1)
    for (const { document } of servers) {
      const answer = await fetch(`${document.url}/api-keys`, {
        headers: { authorization: `Bearer ${keys[0] ?? ""}` }
      })
      expect(answer.status).toBe(200)
    }
    expect((await Promise.all(servers.map(stop))).map(({ code }) => code)).toEqual([0, 0, 0])
  })

  it("accept mail for a worker in a separate process, on one connection each, and name the database without its login", async () => {
    const url = await ready()
    const server = await serve(
      temporaryDirectory(),
      { ...environment(url), TELEMARK_DATABASE_POOL: "1" },
      ["--no-worker"]
    )
    const { first_start, url: api } = server.document
    const headers = {
      authorization: `Bearer ${first_start?.key ?? ""}`,
      "content-type": "application/json"
    }
    const body = JSON.stringify({ to: "ada@example.com", text: "hello" })
    expect((await fetch(`${api}/emails/send`, { method: "POST", headers, body })).status).toBe(201)
    const worker = start(["worker"], temporaryDirectory(), {
      ...environment(url),
      TELEMARK_DATABASE_POOL: "1"
    })
    expect(await worker.printed(/Delivering from .*\n/)).toContain(
      `Delivering from ${nameOf(url)}, up to 100 messages at a time.`
    )
    await expect.poll(() => readInbox(api, first_start?.key)).toHaveLength(1)
    const ended = await Promise.all([server, worker].map(stop))
    expect(ended.map(({ code }) => code)).toEqual([0, 0])
    const { password } = new URL(url)
    if (password !== "")
      for (const { stderr, stdout } of ended) expect(stdout + stderr).not.toContain(password)
  })

  it("end with 1 and say why when no Postgres is there", async () => {
    const started = ["serve", "worker"].map((command) =>
      start([command], temporaryDirectory(), environment(nowhere))
    )
    for (const { code, stderr, stdout } of await Promise.all(
      started.map(({ finished }) => finished)
    )) {
      expect({ code, stdout }).toEqual({ code: 1, stdout: "" })
      expect(stderr).toMatch(
        /^telemark: .*127\.0\.0\.1:1\/mail.*TELEMARK_DATABASE_URL.*`telemark doctor`.*\n$/
      )
      expect(stderr).not.toMatch(/s3cret|ada/)
    }
  })

  it("have no use for SQLite's driver", async () => {
    const loaded = loadedBy(["tenants", "list", "--json"], environment(await ready()))
    expect(loaded.some((file) => file.includes("/pg/lib/"))).toBe(true)
    expect(loaded.filter((file) => file.includes("better-sqlite3"))).toEqual([])
  })
})
