// All settings, and how they are read: many are right or wrong only together.
import type { RetentionPolicy, RetryPolicy } from "@telemark/core"
import type { BounceListenerOptions, TlsFiles } from "@telemark/feedback"
import type { AllowedNetworks } from "@telemark/network"
import { Config, Data, Effect, type LogLevel, Redacted, Result } from "effect"
import type { Reading, SettingProblem } from "./Setting.js"
import type { DatabaseSettings, NamedDatabase } from "./database.js"
import type { ImapMailbox } from "./imapUrl.js"
import { settings as table } from "./settingList.js"

export interface RelaySettings {
  readonly url: Redacted.Redacted
  readonly connections: number
  readonly messagesPerConnection: number
}

/** How mail is sent or captured. */
export type TransportSettings =
  | {
      readonly _tag: "Capture"
      /**
       * Also mail of tenants with their own SMTP server: if capture was requested, nothing must
       * leave by itself.
       */
      readonly all: boolean
      /** Sends captured mail that somebody releases. */
      readonly relay?: RelaySettings | undefined
    }
  | ({ readonly _tag: "Smtp" } & RelaySettings)

/** The server's settings, with defaults filled in. */
export interface Settings {
  readonly host: string
  readonly port: number
  /** In milliseconds. */
  readonly keepAlive: number
  /** Without a slash at its end. */
  readonly publicUrl: string | undefined
  /** Whether addresses below `publicUrl` end in a slash. */
  readonly trailingSlash: boolean
  readonly database: DatabaseSettings
  /** It may contain a password. Undefined if the database is the queue. */
  readonly queueUrl: Redacted.Redacted | undefined
  /** Whether a start migrates the tables. */
  readonly migrate: boolean
  /** As core's `Secrets.layer` takes it; undefined for the key file beside the database. */
  readonly secret: Redacted.Redacted | undefined
  readonly transport: TransportSettings
  /** Undefined for the machine's name, or else the sender's domain. */
  readonly ehloName: string | undefined
  readonly from: string | undefined
  readonly senderPolicy: "any" | "verified"
  readonly reputation: "warn" | "pause" | "off"
  /** As A-labels. */
  readonly signingDomain: string | undefined
  /** The interval is in milliseconds. */
  readonly feedbackImap: { readonly mailbox: ImapMailbox; readonly interval: number } | undefined
  /** Mechanisms separated by spaces. */
  readonly spf: string
  /** Undefined for a sample of each mechanism. */
  readonly sendingIps: ReadonlyArray<string> | undefined
  readonly dkimEd25519: boolean
  /** As A-labels. Undefined: bounces go to the sender. */
  readonly returnPath: { readonly host: string; readonly reportSuccess: boolean } | undefined
  /** As A-labels. Undefined: links begin with `publicUrl`. */
  readonly trackingHost: string | undefined
  /** Undefined: no process listens for bounces. */
  readonly bounces: BounceListenerOptions | undefined
  /** Undefined for the system's. */
  readonly dnsServers: ReadonlyArray<string> | undefined
  /** Undefined for public addresses only. */
  readonly allowNetworks: AllowedNetworks | undefined
  readonly defaultRateLimit: number
  readonly writeRateLimit: number
  readonly monthlyLimit: number | undefined
  readonly retry: RetryPolicy
  readonly concurrency: number
  /** In milliseconds. */
  readonly lease: number
  readonly retention: RetentionPolicy
  readonly logLevel: LogLevel.LogLevel
  /** Undefined for pretty on a terminal, else JSON. */
  readonly logFormat: "pretty" | "json" | undefined
  readonly otlpEndpoint: string | undefined
}

/** Names all invalid settings, without their values. */
export class InvalidSettings extends Data.TaggedError("InvalidSettings")<{
  readonly problems: ReadonlyArray<SettingProblem>
}> {
  readonly code = "invalid_settings"

  override get message(): string {
    const lines = this.problems.map(({ name, problem }) => `  ${name} ${problem}.`)
    return [
      "These settings can't be used:",
      ...lines,
      "`telemark serve --help` lists all settings."
    ].join("\n")
  }
}

/** Postgres has no key file, so a secret is required. */
export const secretMissing = new InvalidSettings({
  problems: [
    {
      name: table.secret.name,
      problem:
        `is needed with Postgres and takes ${table.secret.takes}. ` +
        "It must be the same in every process on this database; keep it apart from the database's backups"
    }
  ]
})

const readings = Config.all({
  host: table.host.config,
  port: table.port.config,
  keepAlive: table.keepAlive.config,
  publicUrl: table.publicUrl.config,
  trailingSlash: table.trailingSlash.config,
  named: table.database.config,
  queueUrl: table.queueUrl.config,
  maxConnections: table.databasePool.config,
  schema: table.databaseSchema.config,
  tablePrefix: table.tablePrefix.config,
  migrate: table.migrate.config,
  secret: table.secret.config,
  transport: table.transport.config,
  smtpUrl: table.smtpUrl.config,
  connections: table.smtpConnections.config,
  messagesPerConnection: table.smtpMessagesPerConnection.config,
  ehloName: table.ehloName.config,
  from: table.from.config,
  senderPolicy: table.senderPolicy.config,
  reputation: table.reputation.config,
  signingDomain: table.signingDomain.config,
  feedbackMailbox: table.feedbackImap.config,
  feedbackInterval: table.feedbackImapInterval.config,
  spf: table.spf.config,
  sendingIps: table.sendingIps.config,
  dkimEd25519: table.dkimEd25519.config,
  returnPathHost: table.returnPathHost.config,
  dsnSuccess: table.dsnSuccess.config,
  trackingHost: table.trackingHost.config,
  bouncePort: table.bouncePort.config,
  bounceHost: table.bounceHost.config,
  bounceTlsCert: table.bounceTlsCert.config,
  bounceTlsKey: table.bounceTlsKey.config,
  dnsServers: table.dnsServers.config,
  allowNetworks: table.allowNetworks.config,
  defaultRateLimit: table.defaultRateLimit.config,
  writeRateLimit: table.writeRateLimit.config,
  monthlyLimit: table.monthlyLimit.config,
  retrySchedule: table.retrySchedule.config,
  giveUp: table.giveUp.config,
  refusedGiveUp: table.refusedGiveUp.config,
  concurrency: table.concurrency.config,
  lease: table.lease.config,
  bodies: table.bodyRetention.config,
  log: table.logRetention.config,
  events: table.eventRetention.config,
  deliveries: table.deliveryRetention.config,
  logLevel: table.logLevel.config,
  logFormat: table.logFormat.config,
  otlpEndpoint: table.otlpEndpoint.config
})
type Readings = Config.Success<typeof readings>

const captureOf = (chosen: string | undefined, relay?: RelaySettings): TransportSettings => ({
  _tag: "Capture",
  all: chosen === "capture",
  relay
})

/** A variable that is invalid by itself isn't reported again. */
const readTransport = ({
  connections,
  messagesPerConnection,
  smtpUrl,
  transport
}: Readings): Reading<TransportSettings> => {
  if (Result.isFailure(smtpUrl) || Result.isFailure(transport))
    return Result.succeed(captureOf("capture"))
  const isCapture =
    (transport.success ?? (smtpUrl.success === undefined ? "capture" : "smtp")) === "capture"
  if (smtpUrl.success === undefined) {
    return isCapture
      ? Result.succeed(captureOf(transport.success))
      : Result.fail({
          name: table.smtpUrl.name,
          problem: `is needed by ${table.transport.name}=smtp and takes ${table.smtpUrl.takes}`
        })
  }
  if (Result.isFailure(connections) || Result.isFailure(messagesPerConnection))
    return Result.succeed(captureOf("capture"))
  const relay: RelaySettings = {
    url: Redacted.make(smtpUrl.success),
    connections: connections.success,
    messagesPerConnection: messagesPerConnection.success
  }
  return Result.succeed(
    isCapture ? captureOf(transport.success, relay) : { _tag: "Smtp", ...relay }
  )
}

/** Ignored, it would mix tables with others that it should separate. */
const readSchema = ({ named, schema }: Readings): Reading<string | undefined> =>
  Result.isSuccess(named) &&
  named.success._tag === "Sqlite" &&
  Result.isSuccess(schema) &&
  schema.success !== undefined
    ? Result.fail({
        name: table.databaseSchema.name,
        problem: `is for Postgres, but TELEMARK_DATABASE_URL names a SQLite file; ${table.tablePrefix.name} works with both`
      })
    : schema

/** Mail fails at the age TELEMARK_GIVE_UP in any case. */
const readRefusedGiveUp = ({ giveUp, refusedGiveUp }: Readings): Reading<number | undefined> =>
  Result.isSuccess(giveUp) &&
  Result.isSuccess(refusedGiveUp) &&
  (refusedGiveUp.success ?? 0) > giveUp.success
    ? Result.fail({
        name: table.refusedGiveUp.name,
        problem: `is longer than ${table.giveUp.name}; it takes ${table.refusedGiveUp.takes}`
      })
    : refusedGiveUp

const readTls = ({
  bounceTlsCert: cert,
  bounceTlsKey: key
}: Readings): Reading<TlsFiles | undefined> => {
  if (
    Result.isFailure(cert) ||
    Result.isFailure(key) ||
    (cert.success === undefined && key.success === undefined)
  )
    return Result.succeed(undefined)
  const missing = cert.success === undefined ? table.bounceTlsCert : table.bounceTlsKey
  return cert.success === undefined || key.success === undefined
    ? Result.fail({ name: missing.name, problem: `is missing and takes ${missing.takes}` })
    : Result.succeed({ certFile: cert.success, keyFile: key.success })
}

/** Otherwise the listener wouldn't know which mail is for it. */
const readBounces = (read: Readings): Reading<BounceListenerOptions | undefined> => {
  const { bounceHost: host, bouncePort: port, returnPathHost } = read
  const tls = readTls(read)
  if (Result.isFailure(tls)) return Result.fail(tls.failure)
  if (
    Result.isFailure(port) ||
    port.success === undefined ||
    port.success === 0 ||
    Result.isFailure(host) ||
    Result.isFailure(returnPathHost)
  )
    return Result.succeed(undefined)
  return returnPathHost.success === undefined
    ? Result.fail({
        name: table.returnPathHost.name,
        problem: `is needed by ${table.bouncePort.name} and takes ${table.returnPathHost.takes}`
      })
    : Result.succeed({ port: port.success, host: host.success, tls: tls.success })
}

interface DatabaseParts {
  readonly maxConnections: number
  readonly schema: string | undefined
  readonly tablePrefix: string | undefined
}

const databaseOf = (
  named: NamedDatabase,
  { tablePrefix, ...ofPostgres }: DatabaseParts
): DatabaseSettings =>
  named._tag === "Sqlite" ? { ...named, tablePrefix } : { ...named, ...ofPostgres, tablePrefix }

const captureFrom = "Telemark <telemark@localhost.localdomain>"

const assemble = (read: Readings): Result.Result<Settings, InvalidSettings> => {
  const all = {
    ...read,
    schema: readSchema(read),
    refusedGiveUp: readRefusedGiveUp(read),
    bounces: readBounces(read),
    chosen: readTransport(read)
  }
  const everything: ReadonlyArray<Reading<unknown>> = Object.values(all)
  const problems = everything.flatMap((reading) =>
    Result.isFailure(reading) ? [reading.failure] : []
  )
  return Result.mapBoth(Result.all(all), {
    onFailure: () => new InvalidSettings({ problems }),
    onSuccess: ({
      bodies,
      bounceHost: _host,
      bouncePort: _port,
      bounceTlsCert: _cert,
      bounceTlsKey: _key,
      chosen: transport,
      connections: _connections,
      deliveries,
      dsnSuccess: reportSuccess,
      events,
      feedbackInterval: interval,
      feedbackMailbox: mailbox,
      giveUp,
      log,
      maxConnections,
      messagesPerConnection: _messages,
      named,
      refusedGiveUp = giveUp,
      retrySchedule,
      returnPathHost: host,
      schema,
      smtpUrl: _url,
      tablePrefix,
      ...found
    }) => ({
      ...found,
      database: databaseOf(named, { maxConnections, schema, tablePrefix }),
      transport,
      returnPath: host === undefined ? undefined : { host, reportSuccess },
      from: found.from ?? (transport._tag === "Capture" ? captureFrom : undefined),
      feedbackImap: mailbox === undefined ? undefined : { mailbox, interval },
      retry: { schedule: retrySchedule, giveUp, refusedGiveUp },
      retention: { bodies, log, events, deliveries }
    })
  })
}

/**
 * Reads the settings through Effect's `Config`, by default from the environment. Reports all
 * invalid ones.
 */
export const readSettings: Effect.Effect<Settings, InvalidSettings> = Effect.flatMap(
  Effect.orDie(readings),
  (read) => Effect.fromResult(assemble(read))
)
