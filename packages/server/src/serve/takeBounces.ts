import { type Feedback, makeReturnPathKeys, type StoredKeys } from "@telemark/core"
import {
  type BounceCertificateNotUsable,
  type BounceListenFailed,
  listenForBounces
} from "@telemark/feedback"
import { Effect, Scope } from "effect"
import type { Settings } from "../settings/Settings.js"

/** Runs the finalizers that an effect adds all at once, or one after the other. */
export const withFinalizers =
  (strategy: "parallel" | "sequential") =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R | Scope.Scope> =>
    Effect.flatMap(Effect.scope, (scope) =>
      Effect.flatMap(Scope.fork(scope, strategy), (own) =>
        Effect.provideService(effect, Scope.Scope, own)
      )
    )

/** Where bounces come in. */
export interface BouncesAt {
  /** Of return paths. */
  readonly host: string
  readonly port: number
  /** Whether mail can come in by TLS. */
  readonly starttls: boolean
}

export type BouncesFailure = BounceListenFailed | BounceCertificateNotUsable

/** For messages under way once the process is stopped. */
const drain = "25 seconds"

/** Until the scope closes; undefined if the settings have no port for bounces. */
export const takeBounces = ({
  bounces,
  returnPath,
  secret
}: Pick<Settings, "bounces" | "returnPath" | "secret">): Effect.Effect<
  BouncesAt | undefined,
  BouncesFailure,
  Feedback | StoredKeys | Scope.Scope
> =>
  bounces === undefined || returnPath === undefined
    ? Effect.succeed(undefined)
    : Effect.gen(function* () {
        const { host } = returnPath
        const keys = yield* makeReturnPathKeys(secret)
        const { port } = yield* listenForBounces({ ...bounces, returnPathHost: host, keys, drain })
        const at = { host, port, starttls: bounces.tls !== undefined }
        yield* Effect.logInfo("listening for bounces", at)
        return at
      }).pipe(withFinalizers("sequential"))

export const describeBounces = ({ host, port, starttls }: BouncesAt): string =>
  `taken on port ${String(port)} for ${host}, ${starttls ? "with STARTTLS" : "unencrypted"}`
