import { defaultRetryPolicy, type RetentionPolicy, type RetryPolicy } from "@telemark/core"
import { Config, Data, Effect, Either, type LogLevel, Redacted } from "effect"
import type { DatabaseSettings, NamedDatabase } from "./database.js"
import type { Reading, SettingProblem } from "./Setting.js"
import { settings as table } from "./table.js"

/** How mail leaves this machine, if it does. */
export type TransportSettings =
  | { readonly _tag: "Capture" }
  | { readonly _tag: "Smtp"; readonly url: Redacted.Redacted }

/** What the server was told, with the defaults filled in. */
export interface Settings {
  readonly host: string
  readonly port: number
  readonly database: DatabaseSettings
  readonly transport: TransportSettings
  readonly from: string | undefined
  readonly defaultRateLimit: number
  readonly monthlyLimit: number | undefined
  readonly retry: RetryPolicy
  readonly concurrency: number
  /** In milliseconds. */
  readonly lease: number
  readonly retention: RetentionPolicy
  readonly logLevel: LogLevel.LogLevel
  /** Undefined: whatever suits where the log goes. */
  readonly logFormat: "pretty" | "json" | undefined
  readonly otlpEndpoint: string | undefined
}

/** The environment holds values that can't be used: all of them, by name, without what they were. */
export class InvalidSettings extends Data.TaggedError("InvalidSettings")<{
  readonly problems: ReadonlyArray<SettingProblem>
}> {
  readonly code = "invalid_settings"

  override get message(): string {
    const lines = this.problems.map(({ name, problem }) => `  ${name} ${problem}.`)
    return ["These settings can't be used:", ...lines, "`telemark serve --help` lists all settings."].join("\n")
  }
}

const readings = Config.all({
  host: table.host.config,
  port: table.port.config,
  named: table.database.config,
  maxConnections: table.databasePool.config,
  transport: table.transport.config,
  smtpUrl: table.smtpUrl.config,
  from: table.from.config,
  defaultRateLimit: table.defaultRateLimit.config,
  monthlyLimit: table.monthlyLimit.config,
  retrySchedule: table.retrySchedule.config,
  giveUp: table.giveUp.config,
  concurrency: table.concurrency.config,
  lease: table.lease.config,
  bodies: table.bodyRetention.config,
  log: table.logRetention.config,
  events: table.eventRetention.config,
  logLevel: table.logLevel.config,
  logFormat: table.logFormat.config,
  otlpEndpoint: table.otlpEndpoint.config
})
type Readings = Config.Config.Success<typeof readings>

const capture: TransportSettings = { _tag: "Capture" }

/** The transport that two variables make together; one that is wrong by itself is not reported twice. */
const readTransport = ({ smtpUrl, transport }: Readings): Reading<TransportSettings> => {
  if (Either.isLeft(smtpUrl) || Either.isLeft(transport)) return Either.right(capture)
  const isCapture = (transport.right ?? (smtpUrl.right === undefined ? "capture" : "smtp")) === "capture"
  if (isCapture) return Either.right(capture)
  return smtpUrl.right === undefined
    ? Either.left({ name: table.smtpUrl.name, problem: `is needed by ${table.transport.name}=smtp and takes ${table.smtpUrl.takes}` })
    : Either.right({ _tag: "Smtp", url: Redacted.make(smtpUrl.right) })
}

const databaseOf = (named: NamedDatabase, maxConnections: number): DatabaseSettings =>
  named._tag === "Sqlite" ? named : { ...named, maxConnections }

const captureFrom = "Telemark <telemark@localhost.localdomain>"

const assemble = (read: Readings): Either.Either<Settings, InvalidSettings> => {
  const all = { ...read, chosen: readTransport(read) }
  const everything: ReadonlyArray<Reading<unknown>> = Object.values(all)
  const problems = everything.flatMap((reading) => Either.isLeft(reading) ? [reading.left] : [])
  return Either.mapBoth(Either.all(all), {
    onLeft: () => new InvalidSettings({ problems }),
    onRight: ({ bodies, chosen: transport, events, giveUp, log, maxConnections, named, retrySchedule: schedule, smtpUrl: _, ...found }) => ({
      ...found,
      database: databaseOf(named, maxConnections),
      transport,
      from: found.from ?? (transport._tag === "Capture" ? captureFrom : undefined),
      retry: { ...defaultRetryPolicy, schedule, giveUp },
      retention: { bodies, log, events }
    })
  })
}

/** Reads the settings through Effect's `Config`, from the environment unless another provider is given. */
export const readSettings: Effect.Effect<Settings, InvalidSettings> = Effect.flatMap(Effect.orDie(readings), assemble)
