import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { failed } from "../../src/database/client/sqlClient.js"
import { makePostgres } from "../../src/database/dialect/postgres.js"
import { ownNames } from "../../src/database/names.js"
import { knownBy } from "../../src/database/transactions/identity.js"

const failing = (code: string) => Effect.fail(failed(Object.assign(new Error("x"), { code })))

describe("what a storage is known by", () => {
  it.effect(
    "is not left out where it can't be asked just now, so that every database would pass from then on",
    () =>
      Effect.gen(function* () {
        expect(
          (yield* Effect.flip(knownBy(failing("57014"), makePostgres(ownNames), ownNames)))._tag
        ).toBe("SqlError")
      })
  )
})
