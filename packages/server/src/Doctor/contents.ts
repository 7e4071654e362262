import { RetentionStore, StorageHealth, Tenants } from "@telemark/core"
import { Effect } from "effect"
import { layerOperations } from "../Application/index.js"
import type { Settings } from "../Settings/index.js"
import { explainStorage } from "../Storage/index.js"
import { fail, type Finding, ok, warn } from "./Finding.js"

/** What a database turned out to be, and when the newest thing was made that it is cheap to ask for. */
export interface DatabaseFindings {
  readonly findings: ReadonlyArray<Finding>
  readonly newestRow: number | undefined
}

/** Findings about a database that isn't looked into. */
export const found = (...findings: ReadonlyArray<Finding>): DatabaseFindings => ({ findings, newestRow: undefined })

/** Whether a database that is there opens, takes writes and has every migration; `name` begins the sentence about it. */
export const checkContents = (settings: Settings, name: string): Effect.Effect<DatabaseFindings> =>
  Effect.gen(function*() {
    const { check } = yield* StorageHealth
    yield* check
    // Takes the write lock and finds nothing to remove.
    yield* (yield* RetentionStore).removeIdempotency(0)
    const tenants = yield* (yield* Tenants).list
    const [newest] = tenants
    if (newest === undefined) {
      return found(warn("database", `${name} is empty. \`telemark serve\` makes a tenant and a key at its first start, \`telemark tenants create\` makes one by hand.`))
    }
    const count = tenants.length === 1 ? "1 tenant" : `${tenants.length} tenants`
    return { ...found(ok("database", `${name} can be written to, is up to date and has ${count}.`)), newestRow: newest.created_at }
  }).pipe(
    Effect.provide(layerOperations(settings, { migrate: false })),
    Effect.catchTags({
      StorageNotUsable: ({ problem }) => Effect.succeed(found(fail("database", problem))),
      StorageError: (error) => Effect.succeed(found(fail("database", explainStorage(error))))
    })
  )
