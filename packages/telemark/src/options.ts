import {
  decode, defaultRetryPolicy, type Inbox, parseDuration, parseRetrySchedule, RateLimit, type RetryPolicy, Sender,
  type ServicesOptions, type StorageError, type StoragePorts, type Transport, ValidationFailed
} from "@telemark/core"
import { Either, type Layer, type LogLevel, Schema } from "effect"

/**
 * Where everything is kept: `sqlite({ filename })` of `@telemark/sqlite`, or `postgres({ url })` or
 * `postgres({ pool })` of `@telemark/postgres`.
 */
export type Storage = Layer.Layer<StoragePorts, StorageError>

/** How mail leaves: `smtp({ url })` or `capture()` of `@telemark/smtp`. */
export type MailTransport = Layer.Layer<Transport, unknown, Inbox>

export interface TelemarkOptions extends ServicesOptions {
  readonly storage: Storage
  readonly transport: MailTransport
  /** Waits between attempts, such as `1m,5m,10m,4h`; the last one repeats. By default minutes at first, then every 4 h. */
  readonly retrySchedule?: string | undefined
  /** Age at which a message that could not be handed over is given up; `24h` by default. */
  readonly giveUp?: string | undefined
  /** What is written to the console; `Warning` by default. */
  readonly logLevel?: LogLevel.Literal | undefined
}

const checked = decode(Schema.Struct({
  from: Schema.optional(Sender),
  monthlyLimit: Schema.optional(Schema.Int.pipe(Schema.positive())),
  defaultRateLimit: Schema.optional(RateLimit)
}))

const read = <A>(name: string, parse: (text: string) => Either.Either<A, string>, text: string | undefined, otherwise: A) =>
  text === undefined
    ? Either.right(otherwise)
    : Either.mapLeft(parse(text), (takes) => ValidationFailed.at(name, `takes ${takes}`))

/** What the services and the delivery are told, or what is wrong with an option. */
export const readOptions = (
  options: TelemarkOptions
): Either.Either<{ readonly services: ServicesOptions; readonly retry: RetryPolicy }, ValidationFailed> =>
  Either.gen(function*() {
    const services = yield* checked(options)
    const schedule = yield* read("retrySchedule", parseRetrySchedule, options.retrySchedule, defaultRetryPolicy.schedule)
    const giveUp = yield* read("giveUp", parseDuration, options.giveUp, defaultRetryPolicy.giveUp)
    return { services, retry: { ...defaultRetryPolicy, schedule, giveUp } }
  })
