import {
  decode,
  type Feedback,
  makeReturnPathKeys,
  type OptionNames,
  type StoredKeys,
  unknownOptions,
  ValidationFailed
} from "@telemark/core"
import {
  type BounceCertificateNotUsable,
  type BounceListenerOptions,
  type BounceListenFailed,
  listenForBounces
} from "@telemark/feedback"
import { Effect, type ManagedRuntime, Schema, type Scope } from "effect"
import type { ReadOptions } from "./options.js"
import { type Running, startRunning } from "./running.js"

/** A listener for bounces of this process. */
export interface RunningBounceListener extends Running {
  readonly port: number
}

const names: OptionNames<BounceListenerOptions> = { port: true, host: true, tls: true }

const checked = decode(
  Schema.Struct({
    port: Schema.Int.pipe(Schema.check(Schema.isBetween({ minimum: 0, maximum: 65_535 }))),
    host: Schema.optional(Schema.String),
    tls: Schema.optional(Schema.Struct({ certFile: Schema.String, keyFile: Schema.String }))
  })
)

/** Errors of a listener for bounces that can't start. */
export type BounceListenerError = BounceCertificateNotUsable | BounceListenFailed | ValidationFailed

/** Takes bounces until the scope closes. */
export const takeBounces = (
  options: BounceListenerOptions,
  { returnPath, secret }: Pick<ReadOptions, "returnPath" | "secret">,
  caller: string
): Effect.Effect<
  { readonly port: number },
  BounceListenerError,
  Feedback | Scope.Scope | StoredKeys
> =>
  Effect.gen(function* () {
    const unknown = unknownOptions(caller, options, names)
    if (Object.keys(unknown).length > 0) return yield* new ValidationFailed({ details: unknown })
    const read = yield* Effect.fromResult(checked(options))
    if (returnPath === undefined) {
      return yield* ValidationFailed.at(
        "returnPath",
        'is needed to take bounces: with { host: "bounce.example.com" }, each message gets an address to which they come'
      )
    }
    return yield* listenForBounces({
      ...read,
      returnPathHost: returnPath.host,
      keys: yield* makeReturnPathKeys(secret)
    })
  })

export const startBounceListener = <R>(
  runtime: ManagedRuntime.ManagedRuntime<R | Feedback | StoredKeys, unknown>,
  options: BounceListenerOptions,
  read: Pick<ReadOptions, "returnPath" | "secret">
): Promise<RunningBounceListener> =>
  startRunning(runtime, takeBounces(options, read, "startBounceListener()"))
