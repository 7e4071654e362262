import { inspectSecrets, type SealedSecretStore, type Secrets } from "@telemark/core"
import { Effect, Layer } from "effect"

/** Logs, in the background, stored secrets that can't be decrypted: otherwise mail and webhooks that need them would wait for no visible reason. */
export const layerSecretsCheck: Layer.Layer<never, never, Secrets | SealedSecretStore> = Layer.scopedDiscard(
  inspectSecrets.pipe(
    Effect.flatMap(({ damaged, total, unknownKey }) =>
      unknownKey + damaged === 0 ? Effect.void : Effect.logError(
        "stored secrets can't be opened with the keys of this start; mail and webhooks that need them wait. Is TELEMARK_SECRET, or the key file, the right one? " +
          "`telemark doctor` looks closer",
        { total, unknown_key: unknownKey, damaged }
      )),
    Effect.catchAll((error) => Effect.logWarning("whether stored secrets can be opened could not be found out", { reason: error.message })),
    Effect.forkScoped
  )
)
