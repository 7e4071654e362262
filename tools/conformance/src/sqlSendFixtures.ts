import {
  AroundAccept,
  Database,
  Emails,
  Events,
  installSqlInterface,
  Reputation,
  SqlSends,
  Tenants
} from "@telemark/core"
import { Effect, Layer, Result } from "effect"
import assert from "node:assert/strict"
import { addTenant, aTenant } from "./fixtures.js"
import { layerPlainEngine } from "./templateFixtures.js"

export const message = {
  from: "shop@example.com",
  to: "ada@example.com",
  subject: "Hello",
  text: "Hello, Ada."
}

export const install = (tenantId: string, name?: string) =>
  Effect.gen(function* () {
    yield* addTenant(tenantId)
    const { name: installed } = yield* installSqlInterface(aTenant(tenantId), { name })
    return installed
  })

let inserted = 0

/** As an application does, from a text; returns the id. */
export const insert = (name: string, json: string, key: string | null = null) =>
  Effect.flatMap(Database, ({ dialect, sql }) => {
    if (dialect.name === "postgres")
      return Effect.map(
        sql<{
          readonly id: string
        }>`SELECT ${sql.literal(name)}.send(${json}::text::jsonb, ${key}::text) AS id`,
        ([row]) => row?.id ?? ""
      )
    const id = `own-${String(++inserted)}`
    return Effect.as(
      sql`INSERT INTO ${sql.literal(`${name}_sends`)} (id, message, idempotency_key) VALUES (${id}, ${json}, ${key})`,
      id
    )
  })

export const send = (name: string, given: unknown = message, key?: string) =>
  insert(name, JSON.stringify(given), key)

/** What an application reads of it. */
interface Outcome {
  readonly status: "waiting" | "accepted" | "refused"
  readonly error?: string
  readonly message?: string
  readonly details?: Readonly<Record<string, unknown>>
  readonly idempotent_replay?: boolean
  readonly suppressed?: ReadonlyArray<string>
  readonly warning?: string
  readonly warnings?: ReadonlyArray<string>
  readonly messages: ReadonlyArray<{
    readonly id: string
    readonly recipient: string
    readonly status: string
    readonly error_message: string | null
  }>
}

/** Undefined if it isn't known. */
export const outcome = (name: string, id: string) =>
  Effect.flatMap(Database, ({ dialect, sql }) =>
    Effect.map(
      dialect.name === "postgres"
        ? sql<{
            readonly outcome: string | null
          }>`SELECT ${sql.literal(name)}.outcome(${id})::text AS outcome`
        : sql<{
            readonly outcome: string
          }>`SELECT outcome FROM ${sql.literal(`${name}_sends`)} WHERE id = ${id}`,
      ([row]) =>
        row === undefined || row.outcome === null ? undefined : (JSON.parse(row.outcome) as Outcome)
    )
  )

export const take = Effect.flatMap(SqlSends, ({ takeDue }) => takeDue(60_000))

export const takeAll = Effect.repeat(take, { while: (taken) => taken > 0 })

export const problemOf = <A, E, R>(inserting: Effect.Effect<A, E, R>) =>
  Effect.flatMap(Effect.result(inserting), (result) => {
    assert.ok(Result.isFailure(result), "it should be refused")
    const messages: Array<string> = []
    for (let error: unknown = result.failure; error instanceof Error; error = error.cause)
      messages.push(error.message)
    return Effect.succeed(messages.join(" "))
  })

export const providedOver = (around = AroundAccept.defaultValue()) =>
  Effect.provide(
    Layer.mergeAll(
      SqlSends.layer.pipe(Layer.provideMerge(Emails.layer())),
      Events.layer,
      Reputation.layer({}),
      Tenants.layer
    ).pipe(Layer.provide([layerPlainEngine, Layer.succeed(AroundAccept, around)]))
  )

export const provided = providedOver()
