// One list: every option with its documentation, and how it is checked.
import {
  decode,
  defaultRetryPolicy,
  type Inbox,
  type MetricsOptions,
  type OptionNames,
  parseDuration,
  parseRetrySchedule,
  type Queue,
  RateLimit,
  type RetryPolicy,
  Sender,
  type ServicesOptions,
  type StorageError,
  type StoragePorts,
  readPublicUrl,
  toAsciiDomain,
  type Transport,
  unknownOptions,
  type ValidationDetails,
  ValidationFailed
} from "@telemark/core"
import { type AllowedNetworks, parseDnsServers, parseNetworks, parseSpf } from "@telemark/network"
import { type Clock, Layer, type LogLevel, Record, Result, Schema, Struct } from "effect"
import { isIP } from "node:net"
import type { TracingOptions } from "./tracing.js"

export type LogLevelName = Exclude<LogLevel.LogLevel, "Warn"> | "Warning"

export const logLevelOf = (name: LogLevelName): LogLevel.LogLevel =>
  name === "Warning" ? "Warn" : name

/**
 * `sqlite({ filename })` of `@telemark/sqlite`, or `postgres({ url })` or `postgres({ pool })` of
 * `@telemark/postgres`.
 */
export type Storage = Layer.Layer<StoragePorts, StorageError>

/** `smtp({ url })` or `capture()` of `@telemark/smtp`. */
export type MailTransport = Layer.Layer<Transport, unknown, Inbox>

/** `bullmq({ url })` of `@telemark/bullmq`. */
export type MailDistribution = Layer.Layer<Queue, unknown>

export interface TelemarkOptions extends Omit<
  ServicesOptions,
  "captures" | "externalSignIn" | "linkUrl" | "returnPath"
> {
  readonly storage: Storage
  readonly transport: MailTransport
  /**
   * Distributes messages among workers; by default the storage does. All processes on one storage
   * should use the same: a message offered to another queue waits for a worker of that queue.
   */
  readonly queue?: MailDistribution | undefined
  /**
   * Encrypts passwords, private keys and webhook secrets: 32 random bytes in base64. With several,
   * separated by commas, the first encrypts and all decrypt. SQLite defaults to a key file beside
   * the database; Postgres requires it.
   */
  readonly secret?: string | undefined
  /**
   * For domains and for hosts that tenants name, such as `192.0.2.53` or `[2001:db8::53]:5353`; the
   * system's by default.
   */
  readonly dnsServers?: ReadonlyArray<string> | undefined
  /**
   * Non-public networks, such as `10.1.0.0/16`, where tenants' SMTP servers and webhook endpoints
   * may be; none by default.
   */
  readonly allowNetworks?: ReadonlyArray<string> | undefined
  /**
   * Gives each message a return path at `host`, a domain name whose MX or address leads to a
   * listener for bounces; by default bounces go to the sender. `reportSuccess` also asks servers to
   * report successful deliveries.
   */
  readonly returnPath?:
    | { readonly host: string; readonly reportSuccess?: boolean | undefined }
    | undefined
  /**
   * A domain verified by a tenant here. Its key signs mail whose sender's domain isn't verified,
   * unless both end in the same two labels.
   */
  readonly signingDomain?: string | undefined
  /**
   * Delays between attempts, such as `1m,5m,10m,4h`; the last one repeats. By default minutes at
   * first, then every 4 h.
   */
  readonly retrySchedule?: string | undefined
  /** Age at which an undelivered message fails; `24h` by default. */
  readonly giveUp?: string | undefined
  /**
   * How long to retry a message that a server refuses because of us (login, TLS, account); at most
   * `giveUp`, the default.
   */
  readonly refusedGiveUp?: string | undefined
  /**
   * Measures mail and the process, for `telemark.metrics()`; `Telemark.layer` registers the metrics
   * in the application's registry. With `tenants`, so many have series of their own. Off by default.
   */
  readonly metrics?: boolean | MetricsOptions | undefined
  /**
   * Spans of calls, requests, attempts and webhooks go to the application's tracer. By default
   * there are none.
   */
  readonly tracing?: TracingOptions | undefined
  /** For tests; the process's by default. */
  readonly clock?: Clock.Clock | undefined
  /** Of the console log; `Warning` by default. */
  readonly logLevel?: LogLevelName | undefined
}

export interface ReadOptions {
  readonly services: ServicesOptions
  readonly retry: RetryPolicy
  readonly secret: string | undefined
  readonly signingDomain: string | undefined
  /** As A-labels. */
  readonly returnPath: TelemarkOptions["returnPath"]
  /** Empty for the system's. */
  readonly dnsServers: ReadonlyArray<string>
  readonly allowNetworks: AllowedNetworks
  /** Undefined if nothing is measured. */
  readonly metrics: MetricsOptions | undefined
}

const textThat = (isRight: (text: string) => boolean, rule: string) =>
  Schema.String.pipe(Schema.check(Schema.makeFilter((text) => (isRight(text) ? undefined : rule))))

const DomainName = textThat(
  (text) => toAsciiDomain(text) !== undefined,
  "must be a domain name such as mail.example.com"
)
const PublicUrl = textThat(
  (text) => readPublicUrl(text) !== undefined,
  "must be a URL such as https://mail.example.com, without a user name, a query and a fragment"
)
// An IPv6 scope (RFC 4007 11) is valid only on this machine.
const IpAddress = textThat(
  (text) => isIP(text) !== 0 && !text.includes("%"),
  "must be an IP address such as 192.0.2.25"
)

const Metrics = Schema.Struct({
  tenants: Schema.optional(
    Schema.Int.pipe(Schema.check(Schema.isBetween({ minimum: 0, maximum: 100 })))
  )
})

const OtherOptions = Schema.Struct({
  from: Sender,
  monthlyLimit: Schema.Int.pipe(Schema.check(Schema.isGreaterThan(0))),
  defaultRateLimit: RateLimit,
  writeRateLimit: Schema.Int.pipe(
    Schema.check(Schema.isBetween({ minimum: 1, maximum: 1_000_000 }))
  ),
  senderPolicy: Schema.Literals(["any", "verified"]),
  spf: Schema.String,
  sendingIps: Schema.Array(IpAddress),
  dkimEd25519: Schema.Boolean,
  signingDomain: DomainName,
  publicUrl: PublicUrl,
  trailingSlash: Schema.Boolean,
  trackingHost: DomainName,
  reputation: Schema.Literals(["off", "warn", "pause"]),
  returnPath: Schema.Struct({ host: DomainName, reportSuccess: Schema.optional(Schema.Boolean) }),
  secret: Schema.String,
  metrics: Schema.Union([Schema.Boolean, Metrics]),
  dnsServers: Schema.Array(Schema.String),
  allowNetworks: Schema.Array(Schema.String)
}).mapFields(Struct.map(Schema.optional))

const checked = decode(OtherOptions)

const read = <A>(
  name: string,
  parse: (text: string) => Result.Result<A, string>,
  text: string | undefined,
  otherwise: A
) =>
  text === undefined
    ? Result.succeed(otherwise)
    : Result.mapError(parse(text), (takes) => ValidationFailed.at(name, `takes ${takes}`))

/** A longer time would have no effect. */
const readRefusedGiveUp = (text: string | undefined, giveUp: number) =>
  Result.filterOrFail(
    read("refusedGiveUp", parseDuration, text, giveUp),
    (millis) => millis <= giveUp,
    () => ValidationFailed.at("refusedGiveUp", "must be no longer than giveUp")
  )

const readList = <A>(
  name: string,
  parse: (text: string) => Result.Result<A, string>,
  list: ReadonlyArray<string> = []
) => Result.mapError(parse(list.join(",")), (problem) => ValidationFailed.at(name, problem))

const spfTakes = "it takes mechanisms separated by spaces, such as a mx or include:_spf.example.com"

const readSpf = (text: string | undefined) =>
  text === undefined
    ? Result.succeed(undefined)
    : Result.mapError(parseSpf(text), (problem) =>
        ValidationFailed.at("spf", `${problem}; ${spfTakes}`)
      )

type AnyOptions = Omit<TelemarkOptions, "storage" | "transport" | "queue">

const sharedNames: OptionNames<Omit<TelemarkOptions, "clock" | "logLevel" | "tracing">> = {
  ...Record.map(OtherOptions.fields, () => true as const),
  storage: true,
  transport: true,
  queue: true,
  retrySchedule: true,
  giveUp: true,
  refusedGiveUp: true
}

const names: OptionNames<TelemarkOptions> = {
  ...sharedNames,
  clock: true,
  logLevel: true,
  tracing: true
}

export const layerNames: Readonly<Record<string, true>> = {
  ...sharedNames,
  worker: true,
  bounces: true,
  submissions: true
}

const logLevels: ReadonlyArray<LogLevelName> = [
  "All",
  "Fatal",
  "Error",
  "Warning",
  "Info",
  "Debug",
  "Trace",
  "None"
]

const storageRule =
  "must be the result of sqlite({ filename }) of @telemark/sqlite or postgres({ url }) of @telemark/postgres"
const queueRule =
  "must be the result of bullmq({ url }) of @telemark/bullmq; without it, the storage is the queue"
const tracingRule =
  "must be { tracer } with a tracer of Effect, such as that of @effect/opentelemetry"
const hasTracer = (tracing: unknown): boolean =>
  typeof tracing === "object" && tracing !== null && "tracer" in tracing

const transportRule = "must be the result of smtp({ url }) or capture() of @telemark/smtp"

/** JavaScript callers may pass anything. */
const shapeProblems = (
  options: unknown,
  caller: string,
  known: Readonly<Record<string, true>>
): ValidationDetails => {
  if (typeof options !== "object" || options === null || Array.isArray(options)) {
    return {
      options: [
        'must be an object such as { storage: sqlite({ filename: "mail.db" }), transport: smtp({ url: "smtp://localhost:2525" }) }'
      ]
    }
  }
  const { logLevel, queue, storage, tracing, transport, worker } = options as Readonly<
    Record<string, unknown>
  >
  return {
    ...(Layer.isLayer(storage) ? {} : { storage: [storageRule] }),
    ...(Layer.isLayer(transport) ? {} : { transport: [transportRule] }),
    ...(queue === undefined || Layer.isLayer(queue) ? {} : { queue: [queueRule] }),
    ...(logLevel === undefined || logLevels.some((level) => level === logLevel)
      ? {}
      : { logLevel: [`must be one of ${logLevels.join(", ")}`] }),
    ...(tracing === undefined || hasTracer(tracing) ? {} : { tracing: [tracingRule] }),
    ...(worker === undefined || (typeof worker === "object" && worker !== null)
      ? {}
      : { worker: ["must be an object such as {} or { concurrency: 50 }"] }),
    ...unknownOptions(caller, options, known)
  }
}

export const readOptions = (
  options: AnyOptions,
  caller = "createTelemark()",
  known: Readonly<Record<string, true>> = names
): Result.Result<ReadOptions, ValidationFailed> =>
  Result.gen(function* () {
    const details = shapeProblems(options, caller, known)
    if (Object.keys(details).length > 0)
      return yield* Result.fail(new ValidationFailed({ details }))
    const {
      allowNetworks,
      dnsServers,
      metrics,
      returnPath: givenPath,
      secret,
      signingDomain,
      spf,
      trackingHost,
      ...services
    } = yield* checked(options)
    const schedule = yield* read(
      "retrySchedule",
      parseRetrySchedule,
      options.retrySchedule,
      defaultRetryPolicy.schedule
    )
    const giveUp = yield* read("giveUp", parseDuration, options.giveUp, defaultRetryPolicy.giveUp)
    const refusedGiveUp = yield* readRefusedGiveUp(options.refusedGiveUp, giveUp)
    const returnPath =
      givenPath === undefined
        ? undefined
        : { ...givenPath, host: toAsciiDomain(givenPath.host) ?? givenPath.host }
    return {
      services: {
        ...services,
        spf: yield* readSpf(spf),
        returnPath,
        trackingHost: trackingHost === undefined ? undefined : toAsciiDomain(trackingHost)
      },
      returnPath,
      secret,
      metrics: metrics === true ? {} : metrics === false ? undefined : metrics,
      signingDomain: signingDomain === undefined ? undefined : toAsciiDomain(signingDomain),
      dnsServers: yield* readList("dnsServers", parseDnsServers, dnsServers),
      allowNetworks: yield* readList("allowNetworks", parseNetworks, allowNetworks),
      retry: { schedule, giveUp, refusedGiveUp }
    }
  })
