import type { RetentionPolicy, RetryPolicy } from "@telemark/core"
import type { BounceListenerOptions } from "@telemark/feedback"
import { isLoopback, type SubmissionOptions, type TlsFiles } from "@telemark/smtp"
import { Config, Data, Effect, type Redacted, Result } from "effect"
import type { Reading, SettingProblem } from "./Setting.js"
import type { DatabaseSettings } from "./database.js"
import { readOAuth2 } from "./relayLogin.js"
import { settings as table } from "./settingList.js"
import { readSignIn } from "./signIn.js"
import { readRelay, readTransport, type TransportSettings, wrong } from "./transport.js"
import { usualFrom, usualRelay } from "./usualRelay.js"

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

type Table = typeof table

const readings = Config.all({
  ...(Object.fromEntries(Object.entries(table).map(([name, { config }]) => [name, config])) as {
    readonly [Name in keyof Table]: Table[Name]["config"]
  }),
  usualFrom,
  usualRelay
})
type Readings = Config.Success<typeof readings>

/** A sender of other software is one that its relay takes. */
const readFrom = (
  { from, usualFrom }: Readings,
  sending: Reading<TransportSettings>
): Reading<string | undefined> =>
  Result.isSuccess(from) &&
  from.success === undefined &&
  Result.getOrUndefined(sending)?._tag === "Smtp"
    ? usualFrom
    : from

/** Ignored, it would mix tables with others that it should separate. */
const readSchema = ({ database, databaseSchema }: Readings): Reading<string | undefined> =>
  Result.getOrUndefined(database)?._tag === "Sqlite" &&
  Result.getOrUndefined(databaseSchema) !== undefined
    ? wrong(
        table.databaseSchema,
        `is for Postgres, but TELEMARK_DATABASE_URL names a SQLite file; ${table.tablePrefix.name} works with both`
      )
    : databaseSchema

/** Mail fails at the age TELEMARK_GIVE_UP in any case. */
const readRefusedGiveUp = ({ giveUp, refusedGiveUp }: Readings): Reading<number | undefined> =>
  (Result.getOrUndefined(refusedGiveUp) ?? 0) > Result.getOrElse(giveUp, () => Infinity)
    ? wrong(
        table.refusedGiveUp,
        `is longer than ${table.giveUp.name}; it takes ${table.refusedGiveUp.takes}`
      )
    : refusedGiveUp

type FileSetting = "bounceTlsCert" | "bounceTlsKey" | "submissionTlsCert" | "submissionTlsKey"

/** Both files of a certificate, or neither. */
const readTls = (
  read: Readings,
  cert: FileSetting,
  key: FileSetting
): Reading<TlsFiles | undefined> => {
  const [certFile, keyFile] = [read[cert], read[key]]
  if (Result.isFailure(certFile) || Result.isFailure(keyFile)) return Result.succeed(undefined)
  if (certFile.success !== undefined && keyFile.success !== undefined)
    return Result.succeed({ certFile: certFile.success, keyFile: keyFile.success })
  if (certFile.success === keyFile.success) return Result.succeed(undefined)
  const missing = table[certFile.success === undefined ? cert : key]
  return wrong(missing, `is missing and takes ${missing.takes}`)
}

const portOf = (reading: Reading<number | undefined>): number | undefined => {
  const port = Result.getOrUndefined(reading)
  return port === 0 ? undefined : port
}

/** Undefined if no port is set. */
const readSubmission = (read: Readings): Reading<SubmissionOptions | undefined> => {
  const tls = readTls(read, "submissionTlsCert", "submissionTlsKey")
  if (Result.isFailure(tls)) return Result.fail(tls.failure)
  const [port, securePort] = [portOf(read.submissionPort), portOf(read.submissionsPort)]
  if ((port ?? securePort) === undefined || Result.isFailure(read.submissionHost))
    return Result.succeed(undefined)
  return Result.succeed({ port, securePort, host: read.submissionHost.success, tls: tls.success })
}

/** Without a host, the listener wouldn't know which mail is for it. */
const readBounces = (read: Readings): Reading<BounceListenerOptions | undefined> => {
  const { bounceHost: host, bouncePort, returnPathHost } = read
  const tls = readTls(read, "bounceTlsCert", "bounceTlsKey")
  if (Result.isFailure(tls)) return Result.fail(tls.failure)
  const port = Result.getOrUndefined(bouncePort) ?? 0
  if (port === 0 || Result.isFailure(host) || Result.isFailure(returnPathHost))
    return Result.succeed(undefined)
  return returnPathHost.success === undefined
    ? wrong(
        table.returnPathHost,
        `is needed by ${table.bouncePort.name} and takes ${table.returnPathHost.takes}`
      )
    : Result.succeed({ port, host: host.success, tls: tls.success })
}

interface MetricsSettings {
  readonly port: number
  readonly host: string
  readonly token: Redacted.Redacted | undefined
}

/** Undefined if no port is set. */
const readMetrics = (read: Readings): Reading<MetricsSettings | undefined> => {
  const [host, port] = [read.metricsHost, Result.getOrUndefined(read.metricsPort)]
  if (port === undefined || Result.isFailure(host) || Result.isFailure(read.metricsToken))
    return Result.succeed(undefined)
  const token = read.metricsToken.success
  return token === undefined && !isLoopback(host.success)
    ? wrong(
        table.metricsToken,
        `is needed where ${table.metricsHost.name} isn't a loopback address, and takes ${table.metricsToken.takes}`
      )
    : Result.succeed({ port, host: host.success, token })
}

const captureFrom = "Telemark <telemark@localhost.localdomain>"

/** All readings, also of settings that are right or wrong only together. */
const readTogether = (read: Readings) => {
  const relay = readRelay(read)
  const oauth2 = readOAuth2(read)
  const sending = readTransport(read, relay, oauth2)
  return {
    ...read,
    databaseSchema: readSchema(read),
    refusedGiveUp: readRefusedGiveUp(read),
    bounces: readBounces(read),
    metrics: readMetrics(read),
    signIn: readSignIn(read),
    submission: readSubmission(read),
    from: readFrom(read, sending),
    oauth2,
    sending,
    // Reported only where they count, and once.
    usualFrom: Result.succeed(undefined),
    usualRelay: Result.isFailure(read.smtpUrl) ? Result.succeed(undefined) : relay
  }
}

type Together = ReturnType<typeof readTogether>

const settingsOf = ({
  auditRetention: auditLog,
  bodyRetention: bodies,
  bounceHost: _host,
  bouncePort: _port,
  bounceTlsCert: _cert,
  bounceTlsKey: _key,
  database: named,
  databaseDirectUrl: directUrl,
  databasePool: maxConnections,
  databasePrepare: prepare,
  databaseSchema: schema,
  deliveryRetention: deliveries,
  dsnSuccess: reportSuccess,
  eventRetention: events,
  feedbackImap: mailbox,
  feedbackImapInterval: interval,
  giveUp,
  logRetention: log,
  metricsHost: _metricsHost,
  metricsPort: _metricsPort,
  metricsToken: _metricsToken,
  memberTenant: _memberTenant,
  oauth2: _oauth2,
  oidcClientId: _oidcClientId,
  oidcClientSecret: _oidcClientSecret,
  oidcIssuer: _oidcIssuer,
  oidcRoles: _oidcRoles,
  oidcScopes: _oidcScopes,
  proxyAuthHeader: _proxyAuthHeader,
  proxyAuthNetworks: _proxyAuthNetworks,
  proxyAuthRoles: _proxyAuthRoles,
  refusedGiveUp = giveUp,
  retrySchedule: schedule,
  returnPathHost: host,
  sending: transport,
  smtpClientId: _clientId,
  smtpClientSecret: _clientSecret,
  smtpConnections: _connections,
  smtpMessagesPerConnection: _messages,
  smtpRefreshToken: _refreshToken,
  smtpScope: _scope,
  smtpTokenUrl: _tokenUrl,
  smtpUrl: _url,
  submissionHost: _submissionHost,
  submissionPort: _submissionPort,
  submissionTlsCert: _submissionCert,
  submissionTlsKey: _submissionKey,
  submissionsPort: _submissionsPort,
  tablePrefix,
  usualFrom: _usualFrom,
  usualRelay: _usualRelay,
  ...others
}: { readonly [Name in keyof Together]: Result.Result.Success<Together[Name]> }) => {
  const database: DatabaseSettings =
    named._tag === "Sqlite"
      ? { ...named, tablePrefix }
      : { ...named, directUrl, maxConnections, prepare, schema, tablePrefix }
  const retry: RetryPolicy = { schedule, giveUp, refusedGiveUp }
  const retention: RetentionPolicy = { bodies, log, events, deliveries, auditLog }
  return {
    ...others,
    database,
    transport,
    /** Undefined: bounces go to the sender. */
    returnPath: host === undefined ? undefined : { host, reportSuccess },
    from: others.from ?? (transport._tag === "Capture" ? captureFrom : undefined),
    /** The interval is in milliseconds. */
    feedbackImap: mailbox === undefined ? undefined : { mailbox, interval },
    retry,
    retention
  }
}

/**
 * The server's settings, with defaults filled in: hosts as A-labels, durations in milliseconds,
 * `publicUrl` without a slash at its end.
 */
export type Settings = Readonly<ReturnType<typeof settingsOf>>

/**
 * Reads the settings through Effect's `Config`, by default from the environment. Reports all
 * invalid ones.
 */
export const readSettings: Effect.Effect<Settings, InvalidSettings> = Effect.flatMap(
  Effect.orDie(readings),
  (read) => {
    const together = readTogether(read)
    return Effect.fromResult(
      Result.mapBoth(Result.all(together), {
        onFailure: () =>
          new InvalidSettings({
            // What is wrong by itself is wrong together with others, too.
            problems: [
              ...new Set(
                Object.values<Reading<unknown>>(together).flatMap((reading) =>
                  Result.isFailure(reading) ? [reading.failure] : []
                )
              )
            ]
          }),
        onSuccess: settingsOf
      })
    )
  }
)
