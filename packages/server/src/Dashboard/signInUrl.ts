import { type NewSession, Sessions, type StorageError } from "@telemark/core"
import { Effect } from "effect"

/** An address that signs the operator in once, and when it expires. */
export interface SignInUrl extends Pick<NewSession, "expires_at"> {
  readonly url: string
}

/**
 * Makes the address of one of the dashboard's pages sign in. The token is behind `#`, which
 * browsers send to nobody.
 */
export const signInUrl = (page: string): Effect.Effect<SignInUrl, StorageError, Sessions> =>
  Effect.map(
    Effect.flatMap(Sessions, ({ createToken }) => createToken),
    ({ expires_at, secret }) => ({ url: `${page}#token=${secret}`, expires_at })
  )
