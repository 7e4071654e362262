import { CompilerBusy, StorageError } from "@telemark/contract"
import { Database, Reputation, sqlSendQueries, tenantRemoval, Tenants } from "@telemark/core"
import { Deferred, Effect, Fiber } from "effect"
import assert from "node:assert/strict"
import { accept, claim, listed, suppress, times } from "./fixtures.js"
import {
  install,
  message,
  outcome,
  problemOf,
  provided,
  providedOver,
  send,
  take,
  takeAll
} from "./sqlSendFixtures.js"
import { suite } from "./suite.js"

export const sqlSends = suite("SqlSends", (test) => {
  test("accepts what was inserted, once, and says what became of it", () =>
    provided(
      Effect.gen(function* () {
        const name = yield* install("tn_a")
        yield* suppress("gone@example.com")
        const id = yield* send(name, { ...message, to: ["ada@example.com", "gone@example.com"] })
        assert.deepEqual(yield* outcome(name, id), { status: "waiting" })
        assert.equal(yield* takeAll, 0)
        const [mail, ...others] = yield* listed()
        assert.deepEqual(others, [])
        assert.equal(mail?.subject, "Hello")
        const { warnings, ...result } = (yield* outcome(name, id)) ?? {}
        const messages = (status: string) => [
          { id: mail.id, recipient: "ada@example.com", status, error_message: null }
        ]
        assert.deepEqual(result, {
          status: "accepted",
          suppressed: ["gone@example.com"],
          idempotent_replay: false,
          messages: messages("queued")
        })
        assert.match(JSON.stringify(warnings), /without a DKIM signature/)
        yield* claim("worker", 10, Date.now() + 60_000)
        assert.deepEqual((yield* outcome(name, id))?.messages, messages("sending"))
        assert.equal(yield* outcome(name, "sql_unknown"), undefined)
      })
    ))

  test("takes nothing of a transaction that is rolled back", () =>
    provided(
      Effect.gen(function* () {
        const name = yield* install("tn_a")
        const { write } = yield* Database
        const database = yield* Effect.context<Database>()
        let id = ""
        const rolledBack = Effect.gen(function* () {
          id = yield* send(name)
          assert.deepEqual(yield* outcome(name, id), { status: "waiting" })
          return yield* new StorageError({ reason: "fault", cause: new Error("rolled back") })
        })
        yield* Effect.flip(write(Effect.provide(rolledBack, database)))
        assert.equal(yield* take, 0)
        assert.equal(yield* outcome(name, id), undefined)
        assert.deepEqual(yield* listed(), [])
      })
    ))

  test("sends once what has the same idempotency key, and says that it is a repetition", () =>
    provided(
      Effect.gen(function* () {
        const name = yield* install("tn_a")
        const first = yield* send(name, message, "order-1")
        yield* takeAll
        const second = yield* send(name, message, "order-1")
        const other = yield* send(name, { ...message, subject: "Other" }, "order-1")
        yield* takeAll
        assert.equal((yield* listed()).length, 1)
        const results = yield* Effect.forEach([first, second, other], (id) => outcome(name, id))
        assert.deepEqual(
          results.map((result) => [result?.idempotent_replay, result?.warning !== undefined]),
          [
            [false, false],
            [true, false],
            [true, true]
          ]
        )
        assert.equal(new Set(results.map((result) => result?.messages[0]?.id)).size, 1)
      })
    ))

  test("writes nothing if another worker has leased the row meanwhile", () =>
    Effect.gen(function* () {
      const reached = yield* Deferred.make<void>()
      const goOn = yield* Deferred.make<void>()
      const slowly = providedOver(
        (accept) => (prepared) =>
          Deferred.succeed(reached, undefined).pipe(
            Effect.andThen(Deferred.await(goOn)),
            Effect.andThen(accept(prepared))
          )
      )
      yield* slowly(
        Effect.gen(function* () {
          const name = yield* install("tn_a")
          const id = yield* send(name)
          const taking = yield* Effect.forkChild(take)
          yield* Deferred.await(reached)
          const { sql, tables } = yield* Database
          yield* sql`UPDATE ${tables.sql_sends} SET due_at = due_at + 1`
          yield* Deferred.succeed(goOn, undefined)
          assert.equal(yield* Fiber.join(taking), 1)
          assert.deepEqual(yield* listed(), [])
          assert.deepEqual(yield* outcome(name, id), { status: "waiting" })
        })
      )
    }))

  test("sends once what is taken together with the same key, of which a refused one was first", () =>
    provided(
      Effect.gen(function* () {
        const name = yield* install("tn_a")
        const bad = yield* send(name, { ...message, to: "nobody" }, "order-1")
        const good = yield* Effect.forEach(times(3, String), () => send(name, message, "order-1"))
        assert.equal(yield* take, 4)
        assert.equal((yield* outcome(name, bad))?.status, "refused")
        const results = yield* Effect.forEach(good, (id) => outcome(name, id))
        assert.deepEqual(results.map((result) => result?.idempotent_replay).sort(), [
          false,
          true,
          true
        ])
        assert.equal(new Set(results.map((result) => result?.messages[0]?.id)).size, 1)
        assert.equal((yield* listed()).filter(({ status }) => status === "queued").length, 1)
      })
    ))

  test("takes again what couldn't be accepted for now", () =>
    Effect.gen(function* () {
      let tries = 0
      const atFirst = providedOver(
        (accept) => (prepared) =>
          ++tries === 1 ? Effect.fail(new CompilerBusy() as never) : accept(prepared)
      )
      yield* atFirst(
        Effect.gen(function* () {
          const name = yield* install("tn_a")
          const id = yield* send(name)
          assert.equal(yield* take, 1)
          assert.deepEqual(yield* outcome(name, id), { status: "waiting" })
          const { sql, tables } = yield* Database
          yield* sql`UPDATE ${tables.sql_sends} SET due_at = due_at - 2000`
          yield* takeAll
          assert.equal((yield* listed()).length, 1)
        })
      )
    }))

  test("keeps the rows of a paused tenant until its sending is resumed", () =>
    provided(
      Effect.gen(function* () {
        const name = yield* install("tn_a")
        const { pause, resume } = yield* Reputation
        yield* pause("a")
        const id = yield* send(name)
        assert.equal(yield* take, 0)
        assert.match(JSON.stringify(yield* outcome(name, id)), /"waiting".*paused/)
        const { waiting } = yield* sqlSendQueries
        assert.deepEqual(yield* waiting, { count: 0, oldest: null })
        yield* resume("a")
        assert.equal((yield* waiting).count, 1)
        yield* takeAll
        assert.equal((yield* listed()).length, 1)
      })
    ))

  test("gives each tenant its turn, and shows nobody another's", () =>
    provided(
      Effect.gen(function* () {
        const [ours, theirs] = [yield* install("tn_a"), yield* install("tn_b")]
        yield* Effect.forEach(times(150, String), (subject) => send(ours, { ...message, subject }))
        const id = yield* send(theirs)
        assert.equal(yield* take, 100)
        assert.equal(yield* take, 1)
        assert.equal((yield* listed({}, {}, "tn_b")).length, 1)
        assert.equal(yield* outcome(ours, id), undefined)
        assert.equal(yield* take, 50)
        assert.equal(yield* take, 0)
      })
    ))

  test("has a name for one tenant only, and is refused once that is removed", () =>
    provided(
      Effect.gen(function* () {
        const name = yield* install("tn_a")
        assert.match(yield* problemOf(install("tn_b", name)), /in use for another tenant/)
        for (const wrong of ["Mail", "1mail", "a-b", "pg_mail", "", 'x"; DROP', "x".repeat(41)])
          assert.match(yield* problemOf(install("tn_c", wrong)), /small letters/)
        yield* send(name)
        const { remove } = yield* Tenants
        yield* remove("a")
        yield* Effect.flatMap(tenantRemoval, ({ clear }) => clear("tn_a"))
        assert.match(yield* problemOf(send(name)), /was removed/)
        const { sql, tables } = yield* Database
        assert.deepEqual(yield* sql`SELECT id FROM ${tables.sql_sends}`, [])
        assert.match(
          yield* problemOf(install("tn_d", name)),
          /if that tenant was removed, run DROP/
        )
      })
    ))

  test("leaves what others send alone", () =>
    provided(
      Effect.gen(function* () {
        yield* install("tn_a")
        yield* accept()
        assert.equal(yield* take, 0)
      })
    ))
})
