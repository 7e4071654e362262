import { type Database, inspectSecrets, type Secrets } from "@telemark/core"
import { Effect, Layer } from "effect"

/**
 * Logs, in the background, stored secrets that can't be decrypted: otherwise mail and webhooks that
 * need them would wait for no visible reason.
 */
export const layerSecretsCheck: Layer.Layer<never, never, Secrets | Database> = Layer.effectDiscard(
  inspectSecrets.pipe(
    Effect.flatMap(({ damaged, total, unknownKey }) =>
      unknownKey + damaged === 0
        ? Effect.void
        : Effect.logError(
            "stored secrets can't be decrypted with the present keys; mail and webhooks that need them wait. Check TELEMARK_SECRET or the key file. " +
              "`telemark doctor` shows more",
            { total, unknown_key: unknownKey, damaged }
          )
    ),
    Effect.catch((error) =>
      Effect.logWarning("the stored secrets could not be checked", { reason: error.message })
    ),
    Effect.forkScoped
  )
)
