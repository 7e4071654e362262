import type { StorageError } from "@telemark/contract"
import {
  type InvalidSecret,
  makeFreshKeys,
  makeReturnPathKeys,
  type SecretMissing,
  type StoredKeys
} from "@telemark/core"
import { Effect, type Redacted } from "effect"
import { unsubscribeAddress } from "../returnPath/unsubscribeAddress.js"
import type { UnsubscribeMailto } from "./unsubscribeLinks.js"

export interface MailtoOptions {
  /**
   * The host of return paths, whose listener takes the mail; as A-labels. Undefined: there is none.
   */
  readonly returnPathHost: string | undefined
  readonly secret: string | Redacted.Redacted | undefined
}

/** Mail programs show the subject; the listener reads none of it. */
const query = "?subject=unsubscribe"

/** What makes the addresses; it waits for nothing while the keys are fresh. */
export const makeUnsubscribeMailto = ({
  returnPathHost: host,
  secret
}: MailtoOptions): Effect.Effect<
  Effect.Effect<UnsubscribeMailto | undefined>,
  InvalidSecret | SecretMissing | StorageError,
  StoredKeys
> =>
  host === undefined
    ? Effect.succeed(Effect.succeed(undefined))
    : Effect.gen(function* () {
        const keys = yield* makeFreshKeys(secret, yield* makeReturnPathKeys(secret))
        return Effect.map(
          keys,
          ([newest]) =>
            (emailId: string) =>
              `mailto:${unsubscribeAddress(newest, emailId, host)}${query}`
        )
      })
