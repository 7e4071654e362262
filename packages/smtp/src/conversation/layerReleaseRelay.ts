import { ReleaseRelay } from "@telemark/core"
import { Effect, Layer } from "effect"
import { asComposed } from "../composition/asComposed.js"
import type { InvalidSmtpUrl } from "./errors.js"
import { type SmtpOptions, toRoute } from "./options.js"
import { makePool } from "./pool.js"

/** Lets captured mail be released through an SMTP server. Connects when somebody does so. */
export const layerReleaseRelay = (options: SmtpOptions): Layer.Layer<never, InvalidSmtpUrl> =>
  Layer.effect(
    ReleaseRelay,
    Effect.map(Effect.flatMap(Effect.fromResult(toRoute(options)), makePool), (pool) =>
      ReleaseRelay.of((envelope, source) => pool.deliver(asComposed(envelope, source)))
    )
  )
