import { timestamp, TopicExists } from "@telemark/contract"
import {
  AuditLog,
  CurrentAuditOrigin,
  Database,
  instantOfId,
  makeRetention,
  stored,
  tenantRemoval,
  topicQueries,
  Topics
} from "@telemark/core"
import { Effect, Layer } from "effect"
import assert from "node:assert/strict"
import { at } from "./accounts.js"
import { addTenant, hour, minute, noon, times, together } from "./fixtures.js"
import { suite } from "./suite.js"
import { aTopic } from "./topics.js"

/** Later than what other tests of this process write: ids ascend in a process. */
const farAhead = noon + 10_000 * hour

const change = {
  operation: "topics.create",
  tenant: { id: "tn_a", name: "a" },
  target: { kind: "topic" }
} as const

/** What is written with changes, and how it is read and removed. */
export const auditLog = suite("AuditLog", (test) => {
  const provided = Effect.provide(Layer.merge(AuditLog.layer, Topics.layer))
  const entries = Effect.flatMap(AuditLog, ({ list }) => Effect.map(list(undefined), (p) => p.data))
  const operations = Effect.map(entries, (found) => found.map(({ operation }) => operation))
  const recording = (made: Partial<Parameters<typeof AuditLog.Service.recording>[0]> = {}) =>
    Effect.map(AuditLog, (log) => log.recording({ ...change, ...made }))
  const inserting = Effect.map(topicQueries, (topics) => (id: string) => topics.insert(aTopic(id)))
  const isThere = (id: string) =>
    Effect.flatMap(topicQueries, (topics) =>
      Effect.map(stored(topics.find("tn_a", id)), (found) => found !== undefined)
    )

  test("writes an entry with the first change, and with whichever id that makes", () =>
    provided(
      Effect.gen(function* () {
        const database = yield* Database
        const record = yield* recording()
        const insert = yield* inserting
        yield* record(
          Effect.gen(function* () {
            yield* database.change(insert("first"), "made")
            yield* database.change(insert("second"), "another")
          })
        ).pipe(
          Effect.provideService(CurrentAuditOrigin, { address: "::ffff:192.0.2.7", userAgent: "x" })
        )
        const found = yield* entries
        assert.equal(found.length, 1)
        assert.deepEqual(found[0]?.target, { kind: "topic", id: "made" })
        assert.deepEqual([found[0].ip_address, found[0].user_agent], ["192.0.2.7", "x"])
        assert.deepEqual(yield* together([isThere("first"), isThere("second")]), [true, true])
      })
    ))

  test("has entries of one millisecond in their order, with ids of that time", () =>
    at(farAhead)(
      provided(
        Effect.gen(function* () {
          const log = yield* AuditLog
          const names = times(300, (nth) => `topics.${String(nth)}`)
          for (const operation of names) yield* log.note({ operation })
          const { sql, tables } = yield* Database
          const rows = yield* sql<{
            readonly id: string
            readonly operation: string
          }>`SELECT id, operation FROM ${tables.audit_log} ORDER BY id`
          assert.deepEqual(
            rows.map(({ operation }) => operation),
            names
          )
          assert.deepEqual([...new Set(rows.map(({ id }) => instantOfId(id)))], [farAhead])
        })
      )
    ))

  test("has the time at which an entry was written, however long what it is about had taken", () =>
    provided(
      Effect.gen(function* () {
        const database = yield* Database
        const record = yield* recording()
        const insert = yield* inserting
        const written = farAhead + hour
        yield* at(written - minute)(record(at(written)(database.change(insert("late")))))
        const [entry] = yield* entries
        assert.equal(instantOfId(entry?.id ?? ""), written)
        assert.equal(entry?.created_at, timestamp(written))
      })
    ))

  test("writes an entry after what makes no change of its own, and none of what fails", () =>
    provided(
      Effect.gen(function* () {
        const record = yield* recording()
        yield* record(Effect.void)
        assert.deepEqual(yield* operations, ["topics.create"])
        yield* Effect.flip(record(Effect.fail("no")))
        assert.equal((yield* entries).length, 1)
      })
    ))

  test("undoes a change that is refused, with its entry, and says why", () =>
    provided(
      Effect.gen(function* () {
        const database = yield* Database
        const record = yield* recording()
        const insert = yield* inserting
        const refused = record(
          database.change(Effect.andThen(insert("a"), Effect.fail(new TopicExists())))
        )
        assert.equal((yield* Effect.flip(refused))._tag, "TopicExists")
        assert.deepEqual([yield* isThere("a"), yield* entries], [false, []])
      })
    ))

  test("is part of an outer transaction, and undone with it", () =>
    provided(
      Effect.gen(function* () {
        const database = yield* Database
        const record = yield* recording()
        const insert = yield* inserting
        const outer = database.write(
          Effect.gen(function* () {
            yield* record(database.change(insert("a")))
            assert.equal(
              (yield* database.sql`SELECT 1 AS one FROM ${database.tables.audit_log}`).length,
              1
            )
            return yield* Effect.die("undone")
          })
        )
        yield* Effect.exit(outer)
        assert.deepEqual([yield* isThere("a"), yield* entries], [false, []])
        yield* database.write(record(database.change(insert("a"))))
        assert.deepEqual([yield* isThere("a"), yield* operations], [true, ["topics.create"]])
      })
    ))

  test("has one entry of several that want the same", () =>
    provided(
      Effect.gen(function* () {
        yield* addTenant("tn_a")
        const topics = yield* Topics
        const record = yield* recording()
        yield* together(
          times(10, () => Effect.exit(record(topics.create("tn_a", { id: "once", name: "Once" }))))
        )
        assert.equal((yield* entries).length, 1)
      })
    ))

  test("lists newest first, page by page, by actor, target, tenant and time", () =>
    provided(
      Effect.gen(function* () {
        const { list } = yield* AuditLog
        for (const [index, name] of ["a", "b", "a", "b"].entries()) {
          const record = yield* recording({
            tenant: { id: `tn_${name}`, name },
            target: { kind: "topic", id: `t${String(index)}` },
            actor: { kind: "key", id: `key_${name}`, name: `Key ${name}` }
          })
          yield* at(noon + index * minute)(record(Effect.void))
        }
        const targets = (request: Parameters<typeof list>[1], tenant?: string) =>
          Effect.map(list(tenant, request), ({ data }) => data.map(({ target }) => target?.id))
        assert.deepEqual(yield* targets({}), ["t3", "t2", "t1", "t0"])
        assert.deepEqual(yield* targets({}, "tn_a"), ["t2", "t0"])
        assert.deepEqual(yield* targets({ tenant: "b" }, "tn_a"), [])
        assert.deepEqual(yield* targets({ actor: "Key b" }), ["t3", "t1"])
        assert.deepEqual(yield* targets({ actor: "key_a", target: "t0" }), ["t0"])
        const since = new Date(noon + minute).toISOString()
        assert.deepEqual(yield* targets({ since }), ["t3", "t2", "t1"])
        assert.deepEqual(yield* targets({ until: since }), ["t0"])
        const first = yield* list(undefined, { limit: 3 })
        assert.deepEqual(yield* targets({ limit: 3, after: first.next ?? "" }), ["t0"])
        assert.deepEqual(yield* targets({ offset: 1, limit: 2 }), ["t2", "t1"])
      })
    ))

  test("keeps what the operator did when a tenant or the time is over, and nothing else", () =>
    provided(
      Effect.gen(function* () {
        const kinds = ["key", "person", "operator", "command_line", "application"] as const
        for (const kind of kinds) {
          const record = yield* recording({ actor: { kind, id: null, name: null } })
          yield* at(noon)(record(Effect.void))
        }
        assert.equal(yield* (yield* tenantRemoval).clear("tn_a"), 2)
        assert.deepEqual(
          (yield* entries).map(({ actor, tenant }) => `${actor.kind} ${tenant ?? ""}`).toSorted(),
          ["application a", "command_line a", "operator a"]
        )
        const { removeAuditEntries } = yield* makeRetention
        assert.equal(yield* removeAuditEntries(noon), 0)
        assert.equal(yield* removeAuditEntries(noon + minute), 3)
        assert.deepEqual(yield* entries, [])
      })
    ))
})
