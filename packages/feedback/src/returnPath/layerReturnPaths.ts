import type { StorageError } from "@telemark/contract"
import {
  Direct,
  type InvalidSecret,
  makeFreshKeys,
  makeReturnPathKeys,
  ReturnPaths,
  type SecretMissing,
  type StoredKeys
} from "@telemark/core"
import { Effect, Layer, type Redacted } from "effect"
import { returnPathToken } from "./addressToken.js"

export interface ReturnPathOptions {
  /** In A-labels; its MX or address leads to the listener for bounces. */
  readonly host: string
  /**
   * Whether servers that offer DSN are asked to report successful deliveries too; false by default.
   */
  readonly reportSuccess?: boolean | undefined
  /** As for `Secrets.layer`. The newest key makes the tokens, and those of all keys are known. */
  readonly secret?: string | Redacted.Redacted | undefined
}

type Failure = InvalidSecret | SecretMissing | StorageError

/** Writes by the newest key; it waits for nothing while the keys are fresh. */
export const makeTokenWriter = (
  secret: ReturnPathOptions["secret"],
  write: (key: Uint8Array, emailId: string) => string
) =>
  Effect.gen(function* () {
    const keys = yield* makeFreshKeys(secret, yield* makeReturnPathKeys(secret))
    return Direct.map(
      keys,
      ([newest]) =>
        (emailId: string) =>
          write(newest, emailId)
    )
  })

/**
 * Gives each message a return path at `host`, in which a token names it. Without `host`, messages
 * have their sender's address.
 */
export const layerReturnPaths = ({
  host,
  reportSuccess = false,
  secret
}: Partial<ReturnPathOptions>): Layer.Layer<never, Failure, StoredKeys> =>
  Layer.effect(
    ReturnPaths,
    host === undefined
      ? Effect.succeed(undefined)
      : Effect.map(makeTokenWriter(secret, returnPathToken), (token) => ({
          host,
          reportsSuccess: reportSuccess,
          token
        }))
  )
