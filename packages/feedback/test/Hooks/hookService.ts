import type { CreatedFeedbackSource, FeedbackProviderName, StorageError } from "@telemark/contract"
import {
  decideSettlement,
  defaultRetryPolicy,
  DeliveryOutcome,
  Emails,
  Events,
  FeedbackSources,
  layerServices,
  MailQueue,
  newId,
  Secrets,
  type StoragePorts,
  Suppressions,
  type Tenant,
  Tenants
} from "@telemark/core"
import { HttpTracing, makeKeyHasher, nodeHandler } from "@telemark/http"
import {
  layerDkimKeys,
  layerDns,
  layerDomainVerifier,
  layerWebhookCaller,
  NetworkGuard
} from "@telemark/network"
import { layerComposer, layerOwnServers } from "@telemark/smtp"
import { layer as layerSqlite } from "@telemark/sqlite"
import { layerTemplates } from "@telemark/templates"
import { Cause, Clock, Effect, Layer, Logger, ManagedRuntime, References, Tracer } from "effect"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { layerFeedbackReaderWith } from "../../src/reader/layerFeedbackReader.js"
import { credentials, now } from "../Providers/support.js"
import { startSns } from "./snsPeer.js"

/** A clock that stands still until it is set. */
const settableClock = () => {
  const time = { now }
  const at = () => time.now
  const nanos = () => BigInt(at()) * 1_000_000n
  const real = Clock.Clock.defaultValue()
  const clock: Clock.Clock = {
    currentTimeMillisUnsafe: at,
    currentTimeMillis: Effect.sync(at),
    currentTimeNanosUnsafe: nanos,
    currentTimeNanos: Effect.sync(nanos),
    monotonicTimeNanosUnsafe: nanos,
    monotonicTimeNanos: Effect.sync(nanos),
    sleep: (duration) => real.sleep(duration)
  }
  return { clock, time }
}

export interface Call {
  readonly body?: string | Uint8Array | undefined
  readonly headers?: Readonly<Record<string, string | undefined>>
}

/**
 * The HTTP interface on a real storage and a socket, with a peer for Amazon SNS. The clock stands
 * at the fixtures' time.
 */
export const startHooks = async (
  storage: Layer.Layer<StoragePorts, StorageError> = layerSqlite({ filename: ":memory:" })
) => {
  const sns = await startSns()
  const { clock, time } = settableClock()
  /** Everything that is logged or traced. */
  const seen: Array<string> = []
  const logger = Logger.make(({ cause, fiber, message }) => {
    seen.push(
      [
        JSON.stringify(message),
        JSON.stringify(fiber.getRef(References.CurrentLogAnnotations)),
        Cause.pretty(cause)
      ].join(" ")
    )
  })
  const plain = Effect.runSync(Effect.tracer)
  const tracer = Tracer.make({
    span: (...options) => {
      const span = plain.span(...options)
      const { attribute } = span
      span.attribute = (name, value) => {
        seen.push(`${span.name} ${name} ${String(value)}`)
        attribute.call(span, name, value)
      }
      seen.push(span.name)
      return span
    }
  })
  const guard = Layer.succeed(NetworkGuard, sns.guard)
  const outside = Layer.mergeAll(
    layerComposer,
    layerDkimKeys,
    layerDomainVerifier,
    layerFeedbackReaderWith({ ca: sns.ca }),
    layerOwnServers(),
    layerWebhookCaller
  ).pipe(Layer.provide([layerDns({ servers: [] }), guard]), Layer.orDie)
  const runtime = ManagedRuntime.make(
    layerServices({ from: "Shop <shop@example.com>", captures: true }).pipe(
      Layer.provide(Layer.merge(outside, Secrets.layer(Buffer.alloc(32, 7).toString("base64")))),
      Layer.provideMerge(storage),
      Layer.provideMerge(
        Layer.merge(makeKeyHasher({ memoryCost: 8, timeCost: 1 }), layerTemplates())
      ),
      Layer.provideMerge(
        Layer.mergeAll(
          Logger.layer([logger]),
          Layer.succeed(References.MinimumLogLevel, "All"),
          Layer.succeed(Tracer.Tracer, tracer),
          Layer.succeed(HttpTracing, true),
          Layer.succeed(Clock.Clock, clock)
        )
      )
    )
  )
  const { run, server } = await runtime.runPromise(
    Effect.map(Effect.zip(nodeHandler, Effect.context()), ([handler]) => ({
      server: createServer(handler),
      run: runtime.runPromise
    }))
  )
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve)
  })
  const { port } = server.address() as AddressInfo

  const call = async (method: string, path: string, { body, headers = {} }: Call = {}) => {
    const response = await fetch(`http://127.0.0.1:${String(port)}${path}`, {
      method,
      headers: {
        "content-type": "application/json",
        ...Object.fromEntries(
          Object.entries(headers).flatMap(([name, value]) =>
            value === undefined ? [] : [[name, value]]
          )
        )
      },
      ...(body === undefined ? {} : { body: body as string })
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, text }
  }

  let tenants = 0
  const newTenant = (): Promise<Tenant> =>
    run(Effect.flatMap(Tenants, ({ create }) => create({ name: `tenant-${String(++tenants)}` })))

  const newSource = (
    owner: string | null,
    provider: FeedbackProviderName,
    credential = credentials[provider]
  ): Promise<CreatedFeedbackSource> =>
    run(
      Effect.flatMap(FeedbackSources, ({ create }) =>
        create(owner, { provider, ...(credential === "" ? {} : { credential }) })
      )
    )

  const source = (owner: string | null, id: string) =>
    run(Effect.flatMap(FeedbackSources, ({ get }) => get(owner, id)))

  /** Marks all that waits as taken by a relay. */
  const settle = run.bind(
    undefined,
    Effect.gen(function* () {
      const queue = yield* MailQueue
      const lease = { owner: "w", until: time.now + 60_000 }
      for (const message of yield* queue.claim(lease, 500, time.now)) {
        const outcome = DeliveryOutcome.Accepted({ provider: "smtp", response: "250 taken" })
        yield* queue.record(lease.owner, [
          decideSettlement(message, outcome, {
            policy: defaultRetryPolicy,
            now: time.now,
            random: 0.5,
            eventId: yield* newId("evt")
          })
        ])
      }
    })
  )

  /** A message that a relay took a minute before the fixtures' time. */
  const send = async (tenant: Tenant, to = "ada@example.org"): Promise<string> => {
    const before = time.now
    time.now = now - 60_000
    const { queued } = await run(
      Effect.flatMap(Emails, (emails) => emails.send(tenant, { to, subject: "Hello", text: "x" }))
    )
    await settle()
    time.now = before
    return queued[0]?.id ?? ""
  }

  const state = async (tenant: Tenant, id: string, address = "ada@example.org") =>
    run(
      Effect.gen(function* () {
        const { status } = yield* Effect.flatMap(Emails, (emails) => emails.get(tenant.id, id))
        const { data } = yield* Effect.flatMap(Events, (events) => events.timeline(tenant.id, id))
        const { reason, suppressed } = yield* Effect.flatMap(Suppressions, (suppressions) =>
          suppressions.check(tenant.id, address)
        )
        return {
          status,
          events: data.map(({ type }) => type),
          suppressed: suppressed ? reason : null
        }
      })
    )

  const close = async (): Promise<void> => {
    await new Promise<void>((resolve) => {
      server.close(() => {
        resolve()
      })
      server.closeAllConnections()
    })
    await runtime.dispose()
    await sns.close()
  }

  return { call, close, newSource, newTenant, run, seen, send, settle, sns, source, state, time }
}

export type Hooks = Awaited<ReturnType<typeof startHooks>>
