import {
  type ApiKeys,
  decode,
  type Emails,
  type OptionNames,
  unknownOptions,
  ValidationFailed
} from "@telemark/core"
import {
  type ListeningForSubmissions,
  listenForSubmissions,
  type SubmissionListenFailed,
  type SubmissionNotSafe,
  type SubmissionOptions
} from "@telemark/smtp"
import { Effect, type ManagedRuntime, Schema, type Scope } from "effect"
import { type Running, startRunning } from "./running.js"

/** An SMTP server of this process, where applications submit mail. */
export interface RunningSmtpServer extends Running, ListeningForSubmissions {}

/** Errors of an SMTP server that can't start. */
export type SmtpServerError = SubmissionListenFailed | SubmissionNotSafe | ValidationFailed

const names: OptionNames<SubmissionOptions> = {
  port: true,
  securePort: true,
  host: true,
  tls: true
}

const Port = Schema.Int.pipe(Schema.check(Schema.isBetween({ minimum: 0, maximum: 65_535 })))

const checked = decode(
  Schema.Struct({
    port: Schema.optional(Port),
    securePort: Schema.optional(Port),
    host: Schema.optional(Schema.String),
    tls: Schema.optional(Schema.Struct({ certFile: Schema.String, keyFile: Schema.String }))
  })
)

/** Takes submitted mail until the scope closes. */
export const takeSubmissions = (
  options: SubmissionOptions,
  caller: string
): Effect.Effect<ListeningForSubmissions, SmtpServerError, ApiKeys | Emails | Scope.Scope> =>
  Effect.gen(function* () {
    const unknown = unknownOptions(caller, options, names)
    if (Object.keys(unknown).length > 0) return yield* new ValidationFailed({ details: unknown })
    const read = yield* Effect.fromResult(checked(options))
    if (read.port === undefined && read.securePort === undefined)
      return yield* ValidationFailed.at("port", "or securePort is needed")
    return yield* listenForSubmissions(read)
  })

export const startSmtpServer = <R>(
  runtime: ManagedRuntime.ManagedRuntime<R | ApiKeys | Emails, unknown>,
  options: SubmissionOptions
): Promise<RunningSmtpServer> =>
  startRunning(runtime, takeSubmissions(options, "startSmtpServer()"))
