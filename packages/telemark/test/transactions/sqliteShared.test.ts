import * as SqliteClient from "@effect/sql-sqlite-node/SqliteClient"
import { describe, it } from "@effect/vitest"
import { sqliteFrom } from "@telemark/sqlite"
import { storageConformance } from "@telemark/testing"
import { Effect, Layer, String as Text } from "effect"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"

const directory = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "telemark-shared-"))),
  (path) => Effect.promise(() => rm(path, { recursive: true, force: true }))
)

/** The host's client, which writes and reads names in its own way. */
const hostClient = (filename: string) =>
  Layer.orDie(
    SqliteClient.layer({
      filename,
      transformQueryNames: Text.camelToSnake,
      transformResultNames: Text.snakeToCamel
    })
  )

storageConformance(
  "a host's client of @effect/sql-sqlite-node",
  Layer.unwrapScoped(
    Effect.map(directory, (path) => Layer.provide(sqliteFrom(), hostClient(join(path, "mail.db"))))
  ),
  { describe, it }
)
