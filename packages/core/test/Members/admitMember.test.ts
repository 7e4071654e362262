import { describe, expect, it } from "@effect/vitest"
import { Database, memberQueries } from "@telemark/core"
import { layer as layerSqlite } from "@telemark/sqlite"
import { Effect, Layer } from "effect"
import { TestClock } from "@telemark-tools/clock"
import { makeAdmit } from "../../src/accounts/members/admitMember.js"
import type { Identity } from "../../src/accounts/members/decideAdmission.js"
import { type MemberRecord, newMember } from "../../src/accounts/members/Member.js"

const identity: Identity = {
  issuer: "https://id.example.com",
  subject: "1",
  email: "ada@example.com",
  name: null,
  role: undefined
}

const member = (changes: Partial<MemberRecord> = {}): MemberRecord => ({
  ...newMember("mem_1", "tn_a", { email: "ada@example.com", role: "admin" }, 0),
  ...{ state: "active", issuer: identity.issuer, subject: identity.subject },
  ...changes
})

/** A storage where another process does something between the first reads and the first write. */
const storageWhere = (meanwhile: Effect.Effect<unknown, unknown, Database>) =>
  Layer.effect(
    Database,
    Effect.gen(function* () {
      const database = yield* Database
      let isFirst = true
      return Database.of({
        ...database,
        write: (body) => {
          if (!isFirst) return database.write(body)
          isFirst = false
          const others = Effect.orDie(Effect.provideService(meanwhile, Database, database))
          return Effect.andThen(others, database.write(body))
        }
      })
    })
  ).pipe(Layer.provideMerge(layerSqlite({ filename: ":memory:" })))

const changing = (changes: Partial<MemberRecord>) =>
  Effect.flatMap(memberQueries, ({ update }) => update("mem_1", changes))

const now = 86_400_000

const admitted = (who: Partial<Identity>, home = "default") =>
  Effect.andThen(
    TestClock.setTime(now),
    Effect.flatMap(makeAdmit, (admit) => admit({ ...identity, ...who }, home))
  )

const stored = Effect.flatMap(memberQueries, ({ findByAddress }) =>
  findByAddress("ada@example.com")
)

describe("admitting a member", () => {
  it.effect.each<readonly [string, Partial<MemberRecord>, Partial<Identity>]>([
    ["an invitation gave its role", {}, {}],
    ["groups give its role", { from_groups: true }, { role: "admin" }]
  ])("keeps it out if it is disabled at that moment: %s", ([_, changes, who]) =>
    Effect.gen(function* () {
      yield* Effect.flatMap(memberQueries, ({ insert }) => insert(member(changes)))
      const refused = yield* Effect.flip(admitted(who))
      expect(refused).toMatchObject({ because: "disabled" })
      expect(yield* stored).toMatchObject({ state: "disabled", last_signed_in_at: null })
    }).pipe(Effect.provide(storageWhere(changing({ state: "disabled" }))))
  )

  it.effect("doesn't undo that its role is changed at that moment", () =>
    Effect.gen(function* () {
      yield* Effect.flatMap(memberQueries, ({ insert }) => insert(member()))
      expect(yield* admitted({})).toMatchObject({ role: "viewer" })
      expect(yield* stored).toMatchObject({ role: "viewer", last_signed_in_at: now })
    }).pipe(Effect.provide(storageWhere(changing({ role: "viewer" }))))
  )

  it.effect("leaves the role to who has invited it again at that moment", () =>
    Effect.gen(function* () {
      yield* Effect.flatMap(memberQueries, ({ insert }) => insert(member({ from_groups: true })))
      expect(yield* admitted({ role: "admin" })).toMatchObject({ role: "viewer" })
      expect(yield* stored).toMatchObject({ role: "viewer", from_groups: false })
    }).pipe(Effect.provide(storageWhere(changing({ role: "viewer", from_groups: false }))))
  )

  it.effect("makes the member that groups name, whoever has invited its address elsewhere", () =>
    Effect.gen(function* () {
      const squatted = newMember("mem_1", "tn_b", { email: "ada@example.com", role: "viewer" }, 0)
      yield* Effect.flatMap(memberQueries, ({ insert }) =>
        insert({ ...squatted, invited_until: now + 1 })
      )
      expect(yield* admitted({ role: "admin" }, "*")).toMatchObject({ tenant_id: null })
      const made = yield* stored
      expect(made).toMatchObject({ role: "admin", state: "active", from_groups: true })
      expect(made?.id).not.toBe("mem_1")
    }).pipe(Effect.provide(storageWhere(Effect.void)))
  )
})
