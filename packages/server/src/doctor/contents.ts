import { makeRetention, StorageHealth, Tenants } from "@telemark/core"
import { Effect } from "effect"
import { layerAdministration } from "../application/administration.js"
import { explainStorage } from "../application/storage.js"
import { counted } from "../output.js"
import type { Settings } from "../settings/Settings.js"
import { type Finding, findingsOf } from "./Finding.js"
import { checkCopy } from "./copy.js"
import { checkDomains } from "./domains.js"
import { checkFeedback } from "./feedback.js"
import { checkHeld } from "./held.js"
import { checkReputation } from "./reputation.js"
import { checkBackOffs, checkConnectionLimits } from "./routes.js"
import { checkSecret } from "./secret.js"
import { checkSqlSends } from "./sqlSends.js"
import { checkSuppressions } from "./suppressions.js"
import { checkWebhooks } from "./webhooks.js"

const { fail, ok, warn } = findingsOf("database")

/** `newestRow`: of rows that are cheap to query, in epoch milliseconds. */
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
      `${name} is empty. The first start of \`telemark serve\` makes a tenant and a key.`,
      { command: "`telemark tenants create` makes a tenant by hand." }
    )
  }
  return ok(`${name} can be written to, is up to date and has ${counted(tenants, "tenant")}.`)
}

/**
 * Whether the storage answers, accepts writes and has every migration, then its contents. `name`
 * begins the message.
 */
export const examineContents = (settings: Settings, name: string) =>
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
        ...(yield* checkCopy),
        ...(yield* checkHeld(tenants)),
        ...(yield* checkSqlSends),
        ...(yield* checkWebhooks(tenants)),
        ...(yield* checkFeedback(tenants)),
        ...(yield* checkReputation(tenants)),
        ...(yield* checkSuppressions(tenants))
      ],
      newestRow: tenants[0]?.created_at
    }
  }).pipe(
    Effect.catchTag("StorageError", (error) => Effect.succeed(found(fail(explainStorage(error)))))
  )

export const checkContents = (settings: Settings, name: string) =>
  examineContents(settings, name).pipe(
    Effect.provide(layerAdministration(settings, { migrate: false })),
    Effect.catchTag("StorageNotUsable", ({ problem }) => Effect.succeed(found(fail(problem))))
  )
