import { EmailStore, StorageHealth, Tenants } from "@telemark/core"
import { Effect } from "effect"
import { constants, existsSync, statSync } from "node:fs"
import { access } from "node:fs/promises"
import { dirname } from "node:path"
import { layerOperations } from "../Application/index.js"
import type { Settings } from "../Settings/index.js"
import { explainStorage } from "../Storage/index.js"
import { fail, type Finding, ok, warn } from "./Finding.js"

/** The directory of a file, or the nearest one above it that exists. */
export const nearestDirectory = (filename: string): string => {
  const directory = dirname(filename)
  return existsSync(directory) || directory === filename ? directory : nearestDirectory(directory)
}

const checkPlace = (filename: string): Effect.Effect<Finding> => {
  const directory = nearestDirectory(filename)
  if (!statSync(directory).isDirectory()) {
    return Effect.succeed(fail("database", `${filename} can't be made: ${directory} is a file. Set TELEMARK_DATABASE_URL to another place.`))
  }
  return Effect.tryPromise(() => access(directory, constants.W_OK | constants.X_OK)).pipe(
    Effect.match({
      onFailure: () => fail("database", `${filename} can't be made: this user may not write to ${directory}. Give it access, or set TELEMARK_DATABASE_URL to another place.`),
      onSuccess: () => ok("database", `There is no ${filename} yet; the first start makes it.`)
    })
  )
}

/** What a database turned out to be, and when the newest thing was made that it is cheap to ask for. */
export interface DatabaseFindings {
  readonly finding: Finding
  readonly newestRow: number | undefined
}

const found = (finding: Finding, newestRow?: number): DatabaseFindings => ({ finding, newestRow })

const checkContents = (settings: Settings): Effect.Effect<DatabaseFindings> =>
  Effect.gen(function*() {
    const { check } = yield* StorageHealth
    yield* check
    // Takes the write lock and finds nothing to remove.
    yield* (yield* EmailStore).forgetIdempotency(0)
    const tenants = yield* (yield* Tenants).list
    return tenants[0] === undefined
      ? found(warn("database", "It is empty. `telemark serve` makes a tenant and a key at its first start, `telemark tenants create` makes one by hand."))
      : found(ok("database", `${settings.filename} can be written to, is up to date and has ${tenants.length === 1 ? "1 tenant" : `${tenants.length} tenants`}.`), tenants[0].created_at)
  }).pipe(
    Effect.provide(layerOperations(settings, { migrate: false })),
    Effect.catchTags({
      StorageNotUsable: (error) => Effect.succeed(found(fail("database", error.message))),
      StorageError: (error) => Effect.succeed(found(fail("database", explainStorage(error))))
    })
  )

/** Whether the database opens, takes writes and has every migration; one that isn't there yet, whether it can be made. */
export const checkDatabase = (settings: Settings): Effect.Effect<DatabaseFindings> =>
  existsSync(settings.filename) ? checkContents(settings) : Effect.map(checkPlace(settings.filename), (finding) => found(finding))
