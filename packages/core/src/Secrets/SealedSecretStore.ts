import type { StorageError } from "@telemark/contract"
import { Context, type Effect } from "effect"
import type { SecretReference } from "./secretReference.js"

/** A secret as it is stored, and where. */
export interface SealedSecret {
  readonly reference: SecretReference
  readonly sealed: string
}

/** Port: every sealed secret there is, whatever it belongs to, so that all can be sealed with another key. */
export class SealedSecretStore extends Context.Tag("@telemark/core/SealedSecretStore")<SealedSecretStore, {
  readonly all: Effect.Effect<ReadonlyArray<SealedSecret>, StorageError>
  /** Puts `to` where `from` still stands; false if something else stands there by now. */
  readonly replace: (reference: SecretReference, from: string, to: string) => Effect.Effect<boolean, StorageError>
}>() {}
