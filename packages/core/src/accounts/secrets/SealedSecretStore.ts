import type { StorageError } from "@telemark/contract"
import { Context, type Effect } from "effect"
import type { SecretReference } from "./secretReference.js"

/** A sealed secret and its location. */
export interface SealedSecret {
  readonly reference: SecretReference
  readonly sealed: string
}

/** Port: all sealed secrets, so that they can be resealed with another key. */
export class SealedSecretStore extends Context.Service<
  SealedSecretStore,
  {
    readonly all: Effect.Effect<ReadonlyArray<SealedSecret>, StorageError>
    /** Replaces `from` by `to`; false if the stored value is no longer `from`. */
    readonly replace: (
      reference: SecretReference,
      from: string,
      to: string
    ) => Effect.Effect<boolean, StorageError>
  }
>()("@telemark/core/SealedSecretStore") {}
