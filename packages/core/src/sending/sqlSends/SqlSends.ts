import {
  bodyOf,
  type ErrorDescription,
  errorRow,
  InternalError,
  type OperationError,
  type SendRequest,
  type SendResult,
  type StorageError
} from "@telemark/contract"
import { Clock, Context, Effect, Layer, Result } from "effect"
import type { Tenant } from "../../accounts/tenants/Tenant.js"
import { Database } from "../../database/Database.js"
import { WakeUp } from "../../delivery/message/WakeUp.js"
import { NewEvents } from "../../events/log/NewEvents.js"
import { parseJson } from "../../kernel/json/readJson.js"
import { Emails } from "../emails/Emails.js"
import type { SendError } from "../emails/send.js"
import { makeLogRefused } from "./logRefused.js"
import { refusedSend } from "./refusedSend.js"
import { acceptedAs, type SqlSend, sqlSendQueries } from "./sqlSendTable.js"

/** After what may pass, such as a busy template compiler. In milliseconds. */
const retryMillis = 2_000

const together = 100

interface SqlSendsService {
  /**
   * Accepts or refuses at most 100 sends that one tenant inserted by SQL, each in one transaction
   * with its row, so that it is made once. Returns how many were taken; 0 if none is due. A tenant
   * whose sending is paused keeps its rows. If the process dies, others take them after `lease`
   * milliseconds.
   */
  readonly takeDue: (lease: number) => Effect.Effect<number, StorageError>
  /**
   * Returns when there are new rows; undefined if the storage doesn't announce them, so that they
   * are only found by looking.
   */
  readonly listen: Effect.Effect<Effect.Effect<void>> | undefined
  /** Whether there is something to insert by: a view on SQLite, functions on Postgres. */
  readonly isInstalled: Effect.Effect<boolean, StorageError>
}

/** Of what can't pass: a later try ends the same. */
type Refusal = Exclude<OperationError, StorageError>

const encoder = new TextEncoder()

const make = Effect.gen(function* () {
  const { write } = yield* Database
  const emails = yield* Emails
  const newEvents = yield* NewEvents
  const queries = yield* sqlSendQueries
  const logRefused = yield* makeLogRefused
  const { listenForSqlSends } = yield* WakeUp

  const resultOf = (error: Refusal) => {
    const description = errorRow(error._tag) as ErrorDescription<Refusal>
    return { status: "refused" as const, ...bodyOf(description, error) }
  }

  /** Otherwise a row whose refusal can't be logged would be taken again and again. */
  const refuseUnlogged = (row: SqlSend, cause: StorageError) =>
    Effect.gen(function* () {
      const why = { request_id: row.id, reason: cause.message }
      yield* Effect.logError("a refused send that was inserted by SQL could not be logged", why)
      const result = { ...resultOf(new InternalError({ request_id: row.id })), messages: [] }
      const now = yield* Clock.currentTimeMillis
      yield* write(queries.end({ ...row, result }, now))
    })

  const refuse = (tenant: Tenant, row: SqlSend, request: unknown, error: Refusal) =>
    Effect.gen(function* () {
      const refused = resultOf(error)
      const now = yield* Clock.currentTimeMillis
      yield* write(
        Effect.gen(function* () {
          if (!(yield* queries.isHeld(row))) return
          const shown = refusedSend(request, tenant.default_from)
          const messages = yield* logRefused(tenant.id, shown, refused.message)
          yield* queries.end({ ...row, result: { ...refused, messages } }, now)
        })
      )
      yield* newEvents.signal
    }).pipe(
      Effect.catchTag("StorageError", (cause) =>
        cause.reason === "fault" ? refuseUnlogged(row, cause) : Effect.fail(cause)
      )
    )

  /** The tenant was paused meanwhile, or it may pass. */
  const giveBack = (row: SqlSend) =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => queries.giveBack(row, now + retryMillis))

  const failed = (tenant: Tenant, row: SqlSend, request: unknown, error: SendError) =>
    Effect.gen(function* () {
      if (error._tag === "CompilerBusy" || error._tag === "SendingPaused")
        return yield* giveBack(row)
      if (error._tag !== "StorageError") return yield* refuse(tenant, row, request, error)
      const why = { request_id: row.id, reason: error.message }
      if (error.reason === "unavailable") {
        yield* Effect.logWarning("a send that was inserted by SQL is tried again", why)
        return yield* giveBack(row)
      }
      yield* Effect.logError("a send that was inserted by SQL could not be stored", why)
      return yield* refuse(tenant, row, request, new InternalError({ request_id: row.id }))
    })

  const crashed = (tenant: Tenant, row: SqlSend, request: unknown) => (defect: unknown) =>
    Effect.andThen(
      Effect.logError("a send that was inserted by SQL crashed", { request_id: row.id }, defect),
      refuse(tenant, row, request, new InternalError({ request_id: row.id }))
    )

  /** A replay that was only looked up ended no row. */
  const ended = (row: SqlSend, result: SendResult) =>
    result.idempotent_replay
      ? Effect.flatMap(Clock.currentTimeMillis, (now) =>
          write(queries.end({ ...row, result: acceptedAs(result) }, now))
        )
      : Effect.void

  const send = (tenant: Tenant, row: SqlSend, request: unknown) =>
    Effect.matchEffect(
      emails.send(tenant, request as SendRequest, {
        sqlSend: { id: row.id, due_at: row.due_at },
        ...(row.idempotency_key === null ? {} : { idempotencyKey: row.idempotency_key })
      }),
      {
        onFailure: (error) => failed(tenant, row, request, error),
        onSuccess: (result) => ended(row, result)
      }
    ).pipe(Effect.catchDefect(crashed(tenant, row, request)))

  const take = (tenant: Tenant) => (row: SqlSend) =>
    Effect.gen(function* () {
      const request = yield* Effect.result(parseJson(encoder.encode(row.request)))
      return yield* Result.isFailure(request)
        ? refuse(tenant, row, undefined, request.failure)
        : send(tenant, row, request.success)
    })

  /** Each tenant has its turn. */
  let last = ""
  const takeDue = (lease: number) =>
    Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      const taken = yield* queries.take(last, now, now + lease, together)
      if (taken === undefined) return 0
      const { rows, tenant } = taken
      last = tenant.id
      yield* Effect.forEach(rows, take(tenant), { concurrency: "unbounded", discard: true })
      return rows.length
      // What is leased and not accepted would wait for the end of its lease.
    }).pipe(Effect.uninterruptible)

  return SqlSends.of({
    takeDue,
    listen: listenForSqlSends,
    isInstalled: queries.isInstalled
  })
})

/** Sends that applications insert by SQL, in transactions of their own. */
export class SqlSends extends Context.Service<SqlSends, SqlSendsService>()(
  "@telemark/core/SqlSends"
) {
  static readonly layer = Layer.effect(this, make)
}
