import { hostPool } from "@telemark-tools/postgres"
import { describe, expect, it } from "@effect/vitest"
import { aSend, earlierMigrations, earlierStorage } from "@telemark-tools/storages"
import {
  emailQueries,
  MailQueue,
  migrationScript,
  type NamesOptions,
  newestStep,
  tableNames,
  WakeUp
} from "@telemark/core"
import { inspect, layer, type PostgresOptions } from "@telemark/postgres"
import { Effect } from "effect"
import { open } from "../src/open.js"
import { dump } from "./dump.js"
import { ask, empty, fresh, watcher } from "./fresh.js"

const start = (options: PostgresOptions) => Effect.provide(Effect.void, layer(options))
const refusal = (options: PostgresOptions) =>
  Effect.map(Effect.flip(start(options)), ({ cause }) => (cause as Error).message)

const claimed = Effect.map(
  Effect.flatMap(MailQueue, ({ claim }) => claim({ owner: "w", until: 2e12 }, 10, 1.9e12)),
  (mails) => mails.map(({ subject }) => subject)
)
const accepted = (index: number) =>
  Effect.flatMap(emailQueries, ({ accept }) => accept(aSend(index)))

/** Every relation and constraint of a schema, by name. */
const namesIn = (schema: string) => `
  SELECT relname::text AS name FROM pg_class WHERE relnamespace = '"${schema}"'::regnamespace AND relkind IN ('r', 'i', 'S', 'v')
  UNION SELECT conname::text FROM pg_constraint WHERE connamespace = '"${schema}"'::regnamespace`

describe("tables in a schema and with a prefix on Postgres", () => {
  it.live.each([
    ["Mail", undefined],
    [undefined, "tm_"],
    ["Mail", "tm_"],
    ["public", "TM_"],
    ["mail", "x".repeat(40)]
  ])("are the usual ones, and there is nothing beside them: %s, %s", ([schema, tablePrefix]) =>
    Effect.gen(function* () {
      const [url, usual] = [yield* empty, yield* fresh]
      yield* start({ url, schema, tablePrefix })
      const client = yield* watcher(url)
      const names = (yield* ask(client, namesIn(schema ?? "public"))).map(({ name }) =>
        String(name)
      )
      expect(names.length).toBeGreaterThan(60)
      // The server cuts the names that it gives by itself in their middle.
      expect(names.filter((name) => !name.startsWith((tablePrefix ?? "").slice(0, 30)))).toEqual([])
      if (schema === "Mail") expect(yield* ask(client, namesIn("public"))).toEqual([])
      const plain = (text: string, ...parts: ReadonlyArray<string>) =>
        parts.reduce((shorter, part) => shorter.replaceAll(part, ""), text.replaceAll('"', ""))
      const present = plain(
        yield* Effect.promise(() => dump(client, schema)),
        `${schema ?? "public"}.`,
        tablePrefix ?? "public."
      )
      const other = yield* watcher(usual)
      const wanted = plain(yield* Effect.promise(() => dump(other)))
      // Names of more than 63 characters are cut, and then might be the same: none is.
      expect(present.split("\n").length).toBe(wanted.split("\n").length)
      if (tablePrefix?.length !== 40) expect(present).toBe(wanted)
    })
  )

  it.live(
    "don't collide with the host's own of the same names, nor with those of other Telemarks, with a prefix or without",
    () =>
      Effect.gen(function* () {
        const url = yield* fresh
        const client = yield* watcher(url)
        yield* ask(
          client,
          "CREATE SCHEMA host; CREATE TABLE host.emails (mine TEXT); INSERT INTO host.emails VALUES ('kept')"
        )
        const options = [
          { url },
          { url, schema: "a" },
          { url, schema: "b" },
          { url, schema: "a", tablePrefix: "tm_" },
          { url, tablePrefix: "tm_" }
        ]
        yield* Effect.all(options.map(start), { concurrency: "unbounded" })
        yield* Effect.forEach(options, (option, index) =>
          Effect.provide(accepted(index), layer(option))
        )
        for (const [index, option] of options.entries()) {
          expect(yield* Effect.provide(claimed, layer(option))).toEqual([`No ${String(index)}`])
        }
        expect(yield* ask(client, "SELECT * FROM host.emails")).toEqual([{ mine: "kept" }])
      })
  )

  it.live("are found whatever the search_path of a host's pool", () =>
    Effect.gen(function* () {
      const url = yield* empty
      const client = yield* watcher(url)
      yield* ask(client, "CREATE SCHEMA host; CREATE TABLE host.queue (mine TEXT)")
      const pool = yield* Effect.acquireRelease(
        Effect.sync(() =>
          hostPool({ connectionString: url, max: 2, options: "-c search_path=host" })
        ),
        (pool) => Effect.promise(() => pool.end())
      )
      // Both on the same connections, where statements are prepared by name.
      for (const [index, schema] of ["a", "b"].entries()) {
        yield* Effect.provide(
          Effect.andThen(
            accepted(index),
            Effect.map(claimed, (subjects) => {
              expect(subjects).toEqual([`No ${String(index)}`])
            })
          ),
          layer({ pool, schema })
        )
      }
      expect((yield* ask(client, namesIn("host"))).map(({ name }) => name)).toEqual(["queue"])
    })
  )

  it.live("have their own channel: a signal there wakes no other Telemark", () =>
    Effect.gen(function* () {
      const url = yield* empty
      const client = yield* watcher(url)
      const heard: Array<string> = []
      client.on("notification", ({ channel }) => heard.push(channel))
      const channels = yield* Effect.forEach(
        [
          { url, schema: "a" },
          { url, schema: "b" }
        ],
        (option) => Effect.map(Effect.scoped(open(option)), ({ names }) => names.channel)
      )
      for (const channel of [...channels, "telemark_mail"]) yield* ask(client, `LISTEN ${channel}`)
      yield* Effect.provide(
        Effect.gen(function* () {
          const { signal } = yield* WakeUp
          yield* signal
          yield* Effect.repeat(ask(client, "SELECT 1"), { until: () => heard.length > 0 })
        }),
        layer({ url, schema: "b" })
      )
      expect([...new Set(heard)]).toEqual([channels[1]])
    })
  )

  it.live("don't wait for another Telemark's migrations", () =>
    Effect.gen(function* () {
      const url = yield* empty
      const client = yield* watcher(url)
      const keys = yield* Effect.forEach(["a", "b"], (schema) =>
        Effect.map(Effect.scoped(open({ url, schema })), ({ names }) => names.lockKey(724001))
      )
      yield* ask(client, `SELECT pg_advisory_lock(${keys[0] ?? ""}), pg_advisory_lock(724001)`)
      yield* start({ url, schema: "b" })
    })
  )

  it.live("are refused where steps are missing and none may be taken, and no schema is made", () =>
    Effect.gen(function* () {
      const url = yield* fresh
      const client = yield* watcher(url)
      expect(yield* refusal({ url, schema: "mail", migrate: false })).toMatch(
        /has schema 0, .* needs \d+\. Run the migrations first: .*`telemark migrate --print` prints them/
      )
      expect(yield* ask(client, "SELECT FROM pg_namespace WHERE nspname = 'mail'")).toEqual([])
      yield* start({ url, schema: "mail" })
      yield* start({ url, schema: "mail", migrate: false })
    })
  )

  it.live("need no right to make schemas where theirs is there", () =>
    Effect.gen(function* () {
      const url = yield* empty
      const client = yield* watcher(url)
      const role = `tenant_${String(process.pid)}`
      yield* Effect.acquireRelease(
        ask(
          client,
          `CREATE ROLE ${role} LOGIN PASSWORD 'secret'; CREATE SCHEMA theirs AUTHORIZATION ${role}`
        ),
        () => ask(client, `DROP OWNED BY ${role}; DROP ROLE ${role}`)
      )
      const own = Object.assign(new URL(url), { username: role, password: "secret" }).href
      expect(yield* inspect({ url: own, schema: "theirs" })).toMatchObject({
        hasTables: false,
        mayCreateTables: true
      })
      expect(yield* inspect({ url: own, schema: "other" })).toMatchObject({
        hasTables: false,
        mayCreateTables: false
      })
      yield* start({ url: own, schema: "theirs" })
      expect((yield* inspect({ url: own, schema: "theirs" })).hasTables).toBe(true)
      expect(yield* refusal({ url: own, schema: "other" })).toMatch(/may not create or use tables/)
    })
  )

  it.live.each([[{ schema: "a b" }], [{ tablePrefix: "a-" }]] as const)(
    "are refused by names that no database would have",
    ([names]) =>
      Effect.gen(function* () {
        expect(yield* refusal({ url: yield* empty, ...names })).toMatch(
          /takes letters, digits and underscores/
        )
      })
  )
})

describe("the printed steps on Postgres", () => {
  const scriptOf = (names: NamesOptions, from = 0, isTransaction = true) =>
    Effect.map(tableNames(names), (found) =>
      migrationScript({ dialect: "postgres", names: found, from, isTransaction })
    )
  const steps = "SELECT id, name, applied_at BETWEEN 1735689600000 AND 4102444800000 AS dated FROM"

  const names: ReadonlyArray<NamesOptions> = [
    {},
    { schema: "mail" },
    { schema: "mail", tablePrefix: "tm_" },
    { tablePrefix: "tm_" }
  ]

  it.live.each(names)("make the schema that migrating makes, with their bookkeeping: %j", (names) =>
    Effect.gen(function* () {
      const [printed, migrated] = [yield* empty, yield* empty]
      const [client, other] = [yield* watcher(printed), yield* watcher(migrated)]
      yield* ask(client, yield* scriptOf(names))
      yield* start({ url: migrated, ...names })
      const { schema = "public", tablePrefix = "" } = names
      expect(yield* Effect.promise(() => dump(client, schema))).toBe(
        yield* Effect.promise(() => dump(other, schema))
      )
      const noted = `${steps} "${schema}"."${tablePrefix}telemark_migrations" ORDER BY id`
      expect(yield* ask(client, noted)).toEqual(yield* ask(other, noted))
      yield* start({ url: printed, ...names, migrate: false })
    })
  )

  it.live.each(earlierMigrations)(
    "bring what has an earlier step up to date: after %s",
    (migration) =>
      Effect.gen(function* () {
        const url = yield* empty
        const client = yield* watcher(url)
        for (const statement of earlierStorage("postgres", migration)) yield* ask(client, statement)
        const from = Number(migration)
        expect(yield* refusal({ url, migrate: false })).toContain(
          `\`telemark migrate --print --from ${String(from)}\` prints them`
        )
        yield* ask(client, yield* scriptOf({}, from))
        yield* start({ url, migrate: false })
        const usual = yield* watcher(yield* fresh)
        expect(yield* Effect.promise(() => dump(client))).toBe(
          yield* Effect.promise(() => dump(usual))
        )
      })
  )

  it.live(
    "change nothing in what is at another step, and take a transaction of the tool's own",
    () =>
      Effect.gen(function* () {
        const client = yield* watcher(yield* empty)
        yield* ask(client, `BEGIN; ${yield* scriptOf({}, 0, false)}; COMMIT`)
        const before = yield* Effect.promise(() => dump(client))
        for (const from of [0, 1, newestStep - 1]) {
          const outcome = yield* Effect.exit(ask(client, yield* scriptOf({}, from)))
          expect(outcome._tag).toBe("Failure")
          yield* ask(client, "ROLLBACK")
        }
        yield* ask(client, yield* scriptOf({}, newestStep))
        expect(yield* Effect.promise(() => dump(client))).toBe(before)
      })
  )
})
