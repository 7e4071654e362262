import {
  incidentMillis,
  incidentQueries,
  makeSelectSuppressions,
  suppressionCause,
  type SuppressionIncident,
  suppressionQueries
} from "@telemark/core"
import { Effect } from "effect"
import assert from "node:assert/strict"
import { claim, minute, noon, queued, record, settlement, times } from "./fixtures.js"
import { suite } from "./suite.js"

/** An incident on the platform's route that affects all tenants, from noon on. */
const anIncident = (
  number: number,
  overrides: Partial<SuppressionIncident> = {}
): SuppressionIncident => ({
  id: `inc_${String(number).padStart(32, "0")}`,
  route: "platform",
  tenant_id: null,
  wording: "550 5.1.1 user unknown",
  since: noon - 10 * minute,
  engaged_at: noon,
  ends_at: noon + 70 * minute,
  suppressed: 20,
  ...overrides
})

const save = (incident: SuppressionIncident) =>
  Effect.flatMap(incidentQueries, (store) => store.save(incident))

const bounced = (
  to: ReadonlyArray<string>,
  at: number,
  suppression_cause: string | null,
  tenant_id = "tn_a"
) =>
  Effect.gen(function* () {
    yield* queued({ to, tenant_id, created_at: at })
    const messages = yield* claim("w", 1000, at)
    assert.equal(messages.length, to.length)
    yield* record(
      "w",
      messages.map((message) =>
        settlement(message, at, { status: "bounced", suppress: "bounce", suppression_cause })
      )
    )
  })

const left = (tenantId = "tn_a") =>
  Effect.map(
    Effect.flatMap(makeSelectSuppressions, (list) => list(tenantId, { limit: 1000, offset: 0 })),
    (found) => found.map(({ folded }) => folded).sort()
  )

/** Stores incidents of the suppression brake, and undoes what they suppressed. */
export const suppressionIncidents = suite("SuppressionIncidents", (test) => {
  test("stores incidents, lists them newest first, and reports which are ongoing", () =>
    Effect.gen(function* () {
      const store = yield* incidentQueries
      const [first, second] = [
        anIncident(1, { tenant_id: "tn_a", ends_at: noon + minute }),
        anIncident(2, { route: "tn_b", tenant_id: "tn_b" })
      ]
      yield* save(first)
      yield* save(second)
      const kept = { undone: 0, undone_at: null }
      assert.deepEqual(yield* store.find(first.id), { ...first, ...kept })
      assert.equal(yield* store.find("inc_3"), undefined)
      assert.deepEqual(yield* store.list(10), [
        { ...second, ...kept },
        { ...first, ...kept }
      ])
      assert.deepEqual(
        (yield* store.list(1)).map(({ id }) => id),
        [second.id]
      )
      const active = (now: number) =>
        Effect.map(store.active(now), (found) => found.map(({ id }) => id))
      assert.deepEqual(yield* active(noon), [second.id, first.id])
      assert.deepEqual(yield* store.active(noon + minute), [{ ...second, ...kept }])
      assert.deepEqual(yield* store.active(second.ends_at), [])
    }))

  test("prolongs an incident, and never shortens it", () =>
    Effect.gen(function* () {
      const store = yield* incidentQueries
      const incident = anIncident(1)
      for (const later of [0, 5, -5])
        yield* save({ ...incident, ends_at: incident.ends_at + later * minute })
      assert.deepEqual(
        (yield* store.list(10)).map(({ ends_at }) => ends_at),
        [incident.ends_at + 5 * minute]
      )
    }))

  test("deletes incidents that ended 90 days before", () =>
    Effect.gen(function* () {
      const store = yield* incidentQueries
      const old = anIncident(1)
      yield* save(old)
      yield* save(
        anIncident(2, {
          engaged_at: old.ends_at + incidentMillis,
          ends_at: old.ends_at + incidentMillis + minute
        })
      )
      assert.equal((yield* store.list(10)).length, 2)
      yield* save(
        anIncident(3, {
          engaged_at: old.ends_at + incidentMillis + 1,
          ends_at: old.ends_at + incidentMillis + minute
        })
      )
      assert.deepEqual(
        (yield* store.list(10)).map(({ id }) => id),
        [anIncident(3).id, anIncident(2).id]
      )
    }))

  test("reverts what an incident suppressed, in all tenants, and nothing else", () =>
    Effect.gen(function* () {
      const store = yield* incidentQueries
      const incident = anIncident(1)
      const cause = suppressionCause(incident)
      yield* save(incident)
      yield* bounced(["before@example.com"], incident.since - 1, cause)
      yield* bounced(["first@example.com"], incident.since, cause)
      yield* bounced(
        ["other@example.com"],
        noon,
        suppressionCause({ ...incident, wording: "550 mailbox not found" })
      )
      yield* bounced(["unknown@example.com"], noon, null)
      yield* bounced(["theirs@example.com"], noon, cause, "tn_b")
      yield* bounced(["last@example.com"], incident.ends_at, cause)
      yield* bounced(["after@example.com"], incident.ends_at + 1, cause)
      yield* Effect.flatMap(suppressionQueries, (suppressions) =>
        suppressions.insert({
          tenant_id: "tn_a",
          folded: "manual@example.com",
          email_address: "manual@example.com",
          reason: "bounce",
          added_at: noon,
          topic: null
        })
      )

      yield* Effect.flatMap(suppressionQueries, (suppressions) =>
        suppressions.insert({
          tenant_id: "tn_a",
          folded: "first@example.com",
          email_address: "first@example.com",
          reason: "unsubscribe",
          added_at: noon,
          topic: "news"
        })
      )

      assert.equal(yield* store.undo(incident, 100, noon + 1), 3)
      assert.deepEqual(
        (yield* Effect.flatMap(suppressionQueries, (suppressions) =>
          suppressions.find("tn_a", "first@example.com")
        )).map(({ topic }) => topic),
        ["news"]
      )
      yield* Effect.flatMap(suppressionQueries, (suppressions) =>
        suppressions.remove("tn_a", ["first@example.com"], "news")
      )
      assert.deepEqual(yield* left(), [
        "after@example.com",
        "before@example.com",
        "manual@example.com",
        "other@example.com",
        "unknown@example.com"
      ])
      assert.deepEqual(yield* left("tn_b"), [])
      assert.equal(yield* store.undo(incident, 100, noon + 2), 0)
      const { undone, undone_at } = (yield* store.find(incident.id)) ?? {}
      assert.deepEqual([undone, undone_at], [3, noon + 1])
    }))

  test("reverts the incident of one tenant in that tenant alone", () =>
    Effect.gen(function* () {
      const store = yield* incidentQueries
      const incident = anIncident(1, { tenant_id: "tn_a" })
      yield* save(incident)
      for (const tenant of ["tn_a", "tn_b"])
        yield* bounced(["ada@example.com"], noon, suppressionCause(incident), tenant)
      assert.equal(yield* store.undo(incident, 100, noon), 1)
      assert.deepEqual([yield* left(), yield* left("tn_b")], [[], ["ada@example.com"]])
    }))

  test("reverts no more at once than requested", () =>
    Effect.gen(function* () {
      const store = yield* incidentQueries
      const incident = anIncident(1)
      yield* save(incident)
      yield* bounced(
        times(25, (index) => `user-${String(index)}@example.com`),
        noon,
        suppressionCause(incident)
      )
      const removed = [
        yield* store.undo(incident, 10, noon),
        yield* store.undo(incident, 10, noon),
        yield* store.undo(incident, 10, noon)
      ]
      assert.deepEqual(removed, [10, 10, 5])
      assert.equal((yield* store.find(incident.id))?.undone, 25)
    }))

  test("keeps the suppression of an address that a caller suppressed before the server refused it", () =>
    Effect.gen(function* () {
      const store = yield* incidentQueries
      const incident = anIncident(1)
      yield* save(incident)
      yield* queued()
      const messages = yield* claim("w", 1, noon)
      yield* Effect.flatMap(suppressionQueries, (suppressions) =>
        suppressions.insert({
          tenant_id: "tn_a",
          folded: "ada@example.com",
          email_address: "ada@example.com",
          reason: "manual",
          added_at: noon,
          topic: null
        })
      )
      yield* record(
        "w",
        messages.map((message) =>
          settlement(message, noon, {
            status: "bounced",
            suppress: "bounce",
            suppression_cause: suppressionCause(incident)
          })
        )
      )
      assert.equal(yield* store.undo(incident, 10, noon), 0)
      assert.deepEqual(yield* left(), ["ada@example.com"])
    }))
})
