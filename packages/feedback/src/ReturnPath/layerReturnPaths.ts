import {
  type DerivedKeys, type InvalidSecret, makeReturnPathKeys, ReturnPaths, type ReturnPathsService, type SecretMissing, type StorageError, type StoredKeys
} from "@telemark/core"
import { Clock, Effect, Layer, Option, type Redacted } from "effect"
import { returnPathToken } from "./returnPathToken.js"

export interface ReturnPathOptions {
  /** A domain name, in A-labels, whose MX or address leads to the listener for bounces. */
  readonly host: string
  /** Whether servers that offer DSN are asked to report successful deliveries too; false by default. */
  readonly reportSuccess?: boolean | undefined
  /** As for `Secrets.layer`. The newest key makes the tokens, and those of all keys are known when bounces come back. */
  readonly secret?: string | Redacted.Redacted | undefined
}

type Failure = InvalidSecret | SecretMissing | StorageError

/** How long a key of the storage is used without another look, in milliseconds. */
const freshMillis = 2000

/** The function that makes tokens. It doesn't suspend the fiber of a message while the key is fresh: that costs more than the token. */
const makeToken = (secret: ReturnPathOptions["secret"]): Effect.Effect<ReturnPathsService["token"], Failure, StoredKeys> =>
  Effect.gen(function*() {
    const keys = yield* makeReturnPathKeys(secret)
    const tokenWith = ([newest]: DerivedKeys) => Effect.succeed((emailId: string) => returnPathToken(newest, emailId))
    let token = tokenWith(yield* keys)
    if (secret !== undefined) return token
    let until = yield* Clock.currentTimeMillis
    const renewed = Effect.flatMap(Effect.option(keys), (read) => {
      if (Option.isSome(read)) token = tokenWith(read.value)
      return token
    })
    return Effect.clockWith((clock) => {
      const now = clock.unsafeCurrentTimeMillis()
      if (now < until) return token
      until = now + freshMillis
      return renewed
    })
  })

/**
 * Gives each message a return path at `host`, in which a token names it. Without `host`, messages have their sender's address. If the storage's keys
 * can't be read again later, the last ones are used: a listener knows them, too.
 */
export const layerReturnPaths = ({ host, reportSuccess = false, secret }: Partial<ReturnPathOptions>): Layer.Layer<ReturnPaths, Failure, StoredKeys> =>
  Layer.effect(ReturnPaths, host === undefined
    ? Effect.succeed(undefined)
    : Effect.map(makeToken(secret), (token) => ({ host, reportsSuccess: reportSuccess, token })))
