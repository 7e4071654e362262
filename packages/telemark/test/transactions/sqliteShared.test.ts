import { describe, it } from "@effect/vitest"
import { sqliteFrom } from "@telemark/sqlite"
import {
  analytics,
  attachments,
  emails,
  feedback,
  feedbackSources,
  inbox,
  mailQueue,
  sealedSecrets,
  storedFeedback,
  storedKeys,
  webhookQueue
} from "@telemark-tools/conformance"
import { Effect, Layer, String as Text } from "effect"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { sqliteHost } from "@telemark-tools/storages/sqlite"

const directory = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "telemark-shared-"))),
  (path) => Effect.promise(() => rm(path, { recursive: true, force: true }))
)

/** The host's client, which writes and reads names in its own way. */
const hostClient = (filename: string) =>
  Layer.orDie(
    sqliteHost({
      filename,
      transformQueryNames: Text.camelToSnake,
      transformResultNames: Text.snakeToCamel
    })
  )

const storage = Layer.unwrap(
  Effect.map(directory, (path) => Layer.provide(sqliteFrom(), hostClient(join(path, "mail.db"))))
)

// A host's client renames columns and decodes values in its own way. These read what that can
// break: octets, JSON, large integers, sums, and columns named like types.
for (const suite of [
  analytics,
  attachments,
  emails,
  feedback,
  feedbackSources,
  inbox,
  mailQueue,
  sealedSecrets,
  storedFeedback,
  storedKeys,
  webhookQueue
])
  suite("a host's client of effect/sql", storage, { describe, it })
