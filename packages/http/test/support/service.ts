import { allScopes, type CreatedApiKey, type KeyScope, type StorageError } from "@telemark/contract"
import {
  ApiKeys,
  DkimKeys,
  type KeyHasher,
  layerServices,
  type OutsidePorts,
  Secrets,
  type Services,
  type ServicesOptions,
  type StorageHealth,
  type StoragePorts,
  type TemplatePorts,
  type Tenant,
  Tenants
} from "@telemark/core"
import { layerFeedbackReader } from "@telemark/feedback"
import {
  Dashboard,
  type DashboardService,
  makeKeyHasher,
  nodeHandler,
  StrictAnswers,
  webHandler
} from "@telemark/http"
import {
  layerDkimKeys,
  layerDns,
  layerDomainVerifier,
  layerNetworkGuard,
  layerWebhookCaller
} from "@telemark/network"
import { layerComposer, layerOwnServers } from "@telemark/smtp"
import { layer as layerSqlite } from "@telemark/sqlite"
import { layerTemplates } from "@telemark/templates"
import { Effect, Layer, ManagedRuntime, References } from "effect"
import { mkdtemp, rm } from "node:fs/promises"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"

export interface CallOptions {
  readonly key?: string
  /** Sent as JSON. */
  readonly json?: unknown
  readonly body?: RequestInit["body"]
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The body as JSON, to be compared whole. */
  readonly json: unknown
}

export interface Account {
  readonly tenant: Tenant
  readonly key: CreatedApiKey
}

type Fetch = (path: string, init: RequestInit) => Promise<Response>
export type HostName = "nodeHandler" | "webHandler"

/** Where requests are sent, and how it is shut. */
interface Host {
  readonly fetch: Fetch
  readonly port: number
  readonly close: () => Promise<void>
}

const startNode: Effect.Effect<Host, never, Services | StorageHealth> = Effect.flatMap(
  nodeHandler,
  (handler) =>
    Effect.promise(async () => {
      const server = createServer(handler)
      await new Promise<void>((resolve) => {
        server.listen(0, "127.0.0.1", resolve)
      })
      const { port } = server.address() as AddressInfo
      return {
        port,
        fetch: (path, init) => fetch(`http://127.0.0.1:${String(port)}${path}`, init),
        close: () =>
          new Promise((resolve) => {
            server.close(() => {
              resolve()
            })
            server.closeAllConnections()
          })
      }
    })
)

const startWeb: Effect.Effect<Host, never, Services | StorageHealth> = Effect.map(
  webHandler,
  (handler) => ({
    port: 0,
    fetch: (path, init) => handler(new Request(`https://mail.example.com${path}`, init)),
    close: () => Promise.resolve()
  })
)

export interface ServiceOptions extends ServicesOptions {
  readonly host?: HostName
  /** Instead of a fresh SQLite file. */
  readonly storage?: Layer.Layer<StoragePorts, StorageError>
  /** Instead of the real compiler. */
  readonly templates?: Layer.Layer<TemplatePorts>
  /** Instead of real DNS, keys, SMTP servers and webhook endpoints. */
  readonly outside?: Layer.Layer<OutsidePorts>
  /** What to ask instead of the system's DNS servers. */
  readonly dnsServers?: ReadonlyArray<string>
  /** Networks that tenants' servers may stand in although they aren't public. */
  readonly allowNetworks?: ReadonlyArray<string>
  /** A dashboard beside the interface. */
  readonly dashboard?: Effect.Effect<DashboardService | undefined, never, Services>
  /** Instead of cheap hashes of keys. */
  readonly keyHasher?: Layer.Layer<KeyHasher>
  /** Around the services, such as a logger that listens in. */
  readonly around?: Layer.Layer<never>
}

/**
 * RSA keys take longer than all else that a test of domains does, so those of a process are three,
 * in turn: no domain has the same key twice in a row.
 */
const rsaKeys = Array.from({ length: 3 }, () =>
  Effect.runSync(
    Effect.cached(
      Effect.provide(
        Effect.flatMap(DkimKeys, ({ generate }) => generate("rsa")),
        layerDkimKeys
      )
    )
  )
)
let rsaKeysTaken = 0
const layerFewKeys = Layer.effect(
  DkimKeys,
  Effect.map(DkimKeys, ({ generate }) => ({
    generate: (algorithm) =>
      Effect.suspend(
        () =>
          (algorithm === "rsa" ? rsaKeys[rsaKeysTaken++ % rsaKeys.length] : undefined) ??
          generate(algorithm)
      )
  }))
).pipe(Layer.provide(layerDkimKeys))

/** What looks things up in DNS, makes keys and speaks with tenants' servers and endpoints. */
const layerOutside = (
  servers: ReadonlyArray<string> = [],
  allow: ReadonlyArray<string> = []
): Layer.Layer<OutsidePorts> =>
  Layer.mergeAll(
    layerComposer,
    layerFewKeys,
    layerDomainVerifier,
    layerFeedbackReader,
    layerOwnServers(),
    layerWebhookCaller
  ).pipe(
    Layer.provide([layerDns({ servers }), layerNetworkGuard({ allow, dns: { servers } })]),
    Layer.orDie
  )

/**
 * Each test has keys of its own: at the full cost, hashing them would take most of the time.
 * `keyHasher.test.ts` is about that cost.
 */
const layerKeyHasher = makeKeyHasher({ memoryCost: 8, timeCost: 1 })

/** The interface on a real storage, behind the host that is asked for. */
export const startService = async ({
  allowNetworks,
  around = Layer.succeed(References.MinimumLogLevel, "Warn"),
  dashboard = Effect.succeed(undefined),
  dnsServers,
  host: name = "nodeHandler",
  keyHasher = layerKeyHasher,
  outside = layerOutside(dnsServers, allowNetworks),
  storage,
  templates = layerTemplates(),
  ...options
}: ServiceOptions = {}) => {
  const directory = await mkdtemp(join(tmpdir(), "telemark-http-"))
  const runtime = ManagedRuntime.make(
    // Tables of bodies write more in a minute than a key may by default.
    // Nothing is delivered, so nothing leaves unsigned.
    layerServices({
      from: "Shop <shop@example.com>",
      writeRateLimit: 1_000_000,
      captures: true,
      ...options
    }).pipe(
      Layer.provide(Layer.merge(outside, Secrets.layer())),
      Layer.provideMerge(storage ?? layerSqlite({ filename: join(directory, "mail.db") })),
      Layer.provideMerge(Layer.merge(keyHasher, templates)),
      Layer.provideMerge(Layer.merge(around, Layer.succeed(StrictAnswers, true)))
    )
  )
  const host = await runtime.runPromise(
    Effect.flatMap(dashboard, (made) =>
      Effect.provideService(name === "nodeHandler" ? startNode : startWeb, Dashboard, made)
    )
  )
  let tenants = 0

  const call = async (
    method: string,
    path: string,
    { body, headers, json, key, signal }: CallOptions = {}
  ): Promise<Answer> => {
    const response = await host.fetch(path, {
      method,
      headers: {
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        ...(json === undefined ? {} : { "content-type": "application/json" }),
        ...headers
      },
      ...(signal === undefined ? {} : { signal }),
      ...(json === undefined
        ? body === undefined
          ? {}
          : { body, duplex: "half" }
        : { body: JSON.stringify(json) })
    })
    const text = await response.text()
    const isJson = response.headers.get("content-type") === "application/json" && text !== ""
    return {
      status: response.status,
      headers: response.headers,
      text,
      json: isJson ? JSON.parse(text) : undefined
    }
  }

  const newKey = (
    tenant: Tenant,
    scopes: ReadonlyArray<KeyScope> = allScopes,
    rate_limit = 10_000
  ): Promise<CreatedApiKey> =>
    runtime.runPromise(
      Effect.flatMap(ApiKeys, (keys) =>
        keys.create(
          { tenant_id: tenant.id, scopes: new Set(allScopes) },
          { name: "test", scopes, rate_limit }
        )
      )
    )

  const newAccount = async (
    settings: {
      readonly scopes?: ReadonlyArray<KeyScope>
      readonly rate_limit?: number
      readonly monthly_limit?: number
    } = {}
  ): Promise<Account> => {
    const { monthly_limit, rate_limit, scopes } = settings
    const tenant = await runtime.runPromise(
      Effect.flatMap(Tenants, ({ create }) =>
        create({ name: `tenant-${String(++tenants)}`, monthly_limit })
      )
    )
    return { tenant, key: await newKey(tenant, scopes, rate_limit) }
  }

  const close = async (): Promise<void> => {
    await host.close()
    await runtime.dispose()
    await rm(directory, { recursive: true, force: true })
  }

  return { call, close, fetch: host.fetch, newAccount, newKey, port: host.port, runtime }
}

export type Service = Awaited<ReturnType<typeof startService>>

/**
 * For tests of what differs between the hosts: how requests come in, how answers leave, and the
 * contract itself.
 */
export const hostNames: ReadonlyArray<HostName> = ["nodeHandler", "webHandler"]

/** For tests of what both share: one host with `npm test`, the other with `npm run test:all`. */
export const hostsOfRun: ReadonlyArray<HostName> = [
  process.env["TELEMARK_TEST_HOST"] === "webHandler" ? "webHandler" : "nodeHandler"
]

export const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
