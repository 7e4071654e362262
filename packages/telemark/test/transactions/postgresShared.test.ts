import * as PgClient from "@effect/sql-pg/PgClient"
import { afterAll, describe, it } from "@effect/vitest"
import { emptyDatabase, freshDatabase } from "@telemark-tools/postgres"
import { postgresFrom } from "@telemark/postgres"
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
import { Effect, Layer, Redacted, String as Text } from "effect"

// One for all tests, emptied before each.
const { drop, url } = await freshDatabase()
afterAll(drop)

/** The host's client, which writes and reads names in its own way. */
const hostClient = Layer.orDie(
  PgClient.layer({
    url: Redacted.make(url),
    transformQueryNames: Text.camelToSnake,
    transformResultNames: Text.snakeToCamel
  })
)

const storage = Layer.unwrap(
  Effect.as(
    Effect.promise(() => emptyDatabase(url)),
    Layer.provide(postgresFrom(), hostClient)
  )
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
  suite("a host's client of @effect/sql-pg", storage, { describe, it })
