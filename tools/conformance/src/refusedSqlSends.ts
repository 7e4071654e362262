import { Database, Events } from "@telemark/core"
import { Effect } from "effect"
import assert from "node:assert/strict"
import { listed, times } from "./fixtures.js"
import {
  insert,
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

export const refusedSqlSends = suite("What SqlSends refuse", (test) => {
  test("makes failed messages of what can't be accepted, with the sentence of the refusal", () =>
    provided(
      Effect.gen(function* () {
        const name = yield* install("tn_a")
        const id = yield* send(name, { to: ["Ada <ada@example.com>", 7, "not\nan address"] })
        yield* takeAll
        const mails = yield* listed()
        assert.deepEqual(
          mails.map(({ recipient_email, status }) => [recipient_email, status]).sort(),
          [
            ["ada@example.com", "failed"],
            ["not an address", "failed"]
          ]
        )
        const result = yield* outcome(name, id)
        assert.equal(result?.status, "refused")
        assert.equal(result.error, "Validation failed")
        assert.match(result.message ?? "", /^to\.1 must be/)
        assert.ok(Object.keys(result.details ?? {}).includes("to.1"))
        assert.deepEqual(
          result.messages.map(({ error_message, status }) => [status, error_message]),
          times(2, () => ["failed", result.message])
        )
        const events = yield* Events
        const { data } = yield* events.timeline("tn_a", result.messages[0]?.id ?? "")
        assert.deepEqual(
          data.map(({ type }) => type),
          ["email.failed"]
        )
        assert.equal(yield* take, 0)
      })
    ))

  test("logs what has nobody to go to without a recipient", () =>
    provided(
      Effect.gen(function* () {
        const name = yield* install("tn_a")
        yield* send(name, { subject: 7 })
        yield* takeAll
        assert.deepEqual(
          (yield* listed()).map(({ recipient_email, sender_email, status, subject }) => ({
            recipient_email,
            sender_email,
            status,
            subject
          })),
          [{ recipient_email: "", sender_email: "", status: "failed", subject: "" }]
        )
      })
    ))

  test("refuses at the insert what isn't an object, what is too large, and keys that are empty or too long", () =>
    provided(
      Effect.gen(function* () {
        const name = yield* install("tn_a")
        for (const json of ["[]", "7", '"text"', "null"])
          assert.match(yield* problemOf(insert(name, json)), /has to be a JSON object/)
        assert.notEqual(yield* problemOf(insert(name, "{")), "")
        const large = { ...message, text: "x".repeat(15 * 1024 * 1024) }
        assert.match(yield* problemOf(send(name, large)), /15 MiB/)
        for (const key of ["", "k".repeat(256), "ä".repeat(256)])
          assert.match(yield* problemOf(send(name, message, key)), /1 to 255 characters/)
        yield* send(name, message, "ä".repeat(255))
        yield* takeAll
        assert.equal((yield* listed()).length, 1)
        assert.equal(yield* take, 0)
      })
    ))

  test("logs nothing of a refused row that another worker has leased meanwhile", () =>
    Effect.gen(function* () {
      const database = yield* Database
      const { sql, tables } = database
      const lateRefusal = providedOver(
        () => () =>
          Effect.andThen(
            Effect.orDie(sql`UPDATE ${tables.sql_sends} SET due_at = due_at + 1`),
            Effect.die(new Error("it can't be accepted"))
          )
      )
      yield* lateRefusal(
        Effect.gen(function* () {
          const name = yield* install("tn_a")
          const id = yield* send(name)
          assert.equal(yield* take, 1)
          assert.deepEqual(yield* listed(), [])
          assert.deepEqual(yield* outcome(name, id), { status: "waiting" })
        })
      )
    }))

  test("ends a row that can't even be logged as refused, so that it isn't taken for ever", () =>
    provided(
      Effect.gen(function* () {
        const name = yield* install("tn_a")
        const { sql, tables } = yield* Database
        yield* send(name, {})
        const rename = (from: string, to: string) =>
          sql`ALTER TABLE ${tables.events.unaliased} RENAME COLUMN ${sql.literal(from)} TO ${sql.literal(to)}`
        yield* rename("data", "other")
        yield* Effect.ensuring(takeAll, Effect.orDie(rename("other", "data")))
        const [row] = yield* sql<{
          readonly result: string
        }>`SELECT result FROM ${tables.sql_sends} WHERE due_at IS NULL`
        const { messages, status } = JSON.parse(row?.result ?? "{}") as Record<string, unknown>
        assert.deepEqual({ messages, status }, { messages: [], status: "refused" })
        assert.deepEqual(yield* listed(), [])
      })
    ))
})
