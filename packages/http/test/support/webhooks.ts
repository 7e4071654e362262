import type { EventType } from "@telemark/contract"
import { Database, makeWriteEvents, uuidv7, WebhookQueue } from "@telemark/core"
import { layer as layerSqlite } from "@telemark/sqlite"
import { Effect } from "effect"
import { expect } from "vitest"
import type { Answer, Service, ServiceOptions } from "./service.js"

/**
 * What both hosts share is tested behind one of them, without waiting for a disk. What differs is
 * tested behind each of `hostNames`.
 */
export const hosts: ReadonlyArray<readonly [name: string, options: ServiceOptions]> = [
  ["nodeHandler", { host: "nodeHandler", storage: layerSqlite({ filename: ":memory:" }) }]
]

/** What an endpoint is made of, unless a test wants something else. */
export const hook = {
  url: "https://hooks.example.com/in?from=telemark",
  events: ["email.delivered", "email.bounced"]
}

export const notFound = [404, { error: "not_found", message: expect.any(String) }]

/** Refused for what is said at this path, and for nothing else. */
export const refusedAt = (path: string) => [
  400,
  {
    error: "Validation failed",
    message: expect.any(String),
    details: { [path]: [expect.any(String)] }
  }
]

export const outcome = ({ json, status }: Answer): readonly [number, unknown] => [status, json]

/** What is answered to the request that makes an endpoint. */
export interface Created {
  readonly id: number
  readonly url: string
  readonly secret: string
  readonly created_at: string
}

/** A tenant of its own with a key for everything. */
export const webhookAccount = async (service: Service) => {
  const {
    key: { key },
    tenant
  } = await service.newAccount()
  const call = (method: string, path: string, json?: unknown) =>
    service.call(method, `/v1/webhook-endpoints${path}`, {
      key,
      ...(json === undefined ? {} : { json })
    })
  const create = async (changes: object = {}) =>
    (await call("POST", "", { ...hook, ...changes })).json as Created

  /** A message, without anything that happened to it. */
  const send = async (): Promise<string> => {
    const { json } = await service.call("POST", "/v1/emails/send", {
      key,
      json: { to: "ada@example.com", html: "<p>" }
    })
    return (json as { queued: [{ id: string }] }).queued[0].id
  }

  /** Something happens to a message at each of these instants. */
  const recordAll = async (
    email_id: string,
    type: EventType,
    instants: ReadonlyArray<number>
  ): Promise<ReadonlyArray<string>> => {
    const events = instants.map((at) => ({
      id: `evt_${uuidv7(at, globalThis.crypto.getRandomValues(new Uint8Array(16)))}`,
      tenant_id: tenant.id,
      email_id,
      type,
      created_at: at,
      data: { status: "delivered" as const, attempts: 1, smtp_provider: "smtp" }
    }))
    await service.runtime.runPromise(
      Effect.gen(function* () {
        const { sql, tables, write } = yield* Database
        const writeEvents = yield* makeWriteEvents
        yield* write(
          Effect.andThen(
            sql`UPDATE ${tables.emails} SET status = 'delivered' WHERE id = ${email_id}`,
            writeEvents(events, Date.now())
          )
        )
      })
    )
    return events.map(({ id }) => id)
  }

  /** Something happens to a message at an instant, by default now. */
  const record = async (email_id: string, type: EventType, at = Date.now()): Promise<string> => {
    const [id = ""] = await recordAll(email_id, type, [at])
    return id
  }

  /** Takes off the queue which events are owed to an endpoint. */
  const takePending = (endpointId: number): Promise<ReadonlyArray<string>> =>
    service.runtime.runPromise(
      Effect.map(
        Effect.flatMap(WebhookQueue, (queue) =>
          queue.claim(
            { owner: "test", until: Number.MAX_SAFE_INTEGER },
            { limit: 1000, perEndpoint: 1000, ofEndpoints: new Map() },
            Date.now() + 1000
          )
        ),
        (claimed) =>
          claimed.filter(({ endpoint }) => endpoint.id === endpointId).map(({ event }) => event.id)
      )
    )

  return { call, create, key, record, recordAll, send, takePending, tenant }
}
