import { makeRetention, StorageHealth, type StoragePorts, Tenants } from "@telemark/core"
import { Effect } from "effect"
import { layerAdministration } from "../application/administration.js"
import { explainStorage } from "../application/storage.js"
import type { Settings } from "../settings/Settings.js"
import { fail, type Finding, ok, warn } from "./Finding.js"
import { checkDomains } from "./domains.js"
import { checkFeedback } from "./feedback.js"
import { checkReputation } from "./reputation.js"
import { checkBackOffs, checkConnectionLimits } from "./routes.js"
import { checkSecret } from "./secret.js"
import { checkSuppressions } from "./suppressions.js"
import { checkWebhooks } from "./webhooks.js"

/** `newestRow` is when the newest row was created that is cheap to query, in epoch milliseconds. */
export interface DatabaseFindings {
  readonly findings: ReadonlyArray<Finding>
  readonly newestRow: number | undefined
}

export const found = (...findings: ReadonlyArray<Finding>): DatabaseFindings => ({
  findings,
  newestRow: undefined
})

const judgeTenants = (name: string, tenants: number): Finding => {
  if (tenants === 0) {
    return warn(
      "database",
      `${name} is empty. The first start of \`telemark serve\` makes a tenant and a key.`,
      { command: "`telemark tenants create` makes a tenant by hand." }
    )
  }
  const count = tenants === 1 ? "1 tenant" : `${String(tenants)} tenants`
  return ok("database", `${name} can be written to, is up to date and has ${count}.`)
}

/**
 * Checks that the storage answers, accepts writes and has every migration, then checks its
 * contents. `name` begins the message.
 */
export const examineContents = (
  settings: Settings,
  name: string
): Effect.Effect<DatabaseFindings, never, StoragePorts | Tenants> =>
  Effect.gen(function* () {
    const { check } = yield* StorageHealth
    yield* check
    // Takes the write lock and removes nothing.
    yield* (yield* makeRetention).removeIdempotency(0)
    const tenants = yield* (yield* Tenants).list
    return {
      findings: [
        judgeTenants(name, tenants.length),
        ...(yield* checkSecret(settings)),
        ...(yield* checkDomains(settings, tenants)),
        ...(yield* checkBackOffs(settings, tenants)),
        ...(yield* checkConnectionLimits(settings, tenants)),
        ...(yield* checkWebhooks(tenants)),
        ...(yield* checkFeedback(tenants)),
        ...(yield* checkReputation(tenants)),
        ...(yield* checkSuppressions(tenants))
      ],
      newestRow: tenants[0]?.created_at
    }
  }).pipe(
    Effect.catchTag("StorageError", (error) =>
      Effect.succeed(found(fail("database", explainStorage(error))))
    )
  )

/** Opens an existing database, and checks it and its contents. */
export const checkContents = (settings: Settings, name: string): Effect.Effect<DatabaseFindings> =>
  examineContents(settings, name).pipe(
    Effect.provide(layerAdministration(settings, { migrate: false })),
    Effect.catchTag("StorageNotUsable", ({ problem }) =>
      Effect.succeed(found(fail("database", problem)))
    )
  )
