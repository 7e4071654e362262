import type { Feedback } from "@telemark/core"
import { Cause, Clock, Duration, Effect, Exit, FiberSet, Option, type Scope } from "effect"
import { closeServer, followCertificate, openServer, type TlsFiles } from "@telemark/smtp"
import type { AddressInfo } from "node:net"
import {
  emailIdOfToken,
  emailIdOfUnsubscribeToken,
  emailIdsIn
} from "../returnPath/addressToken.js"
import { BounceServer } from "./BounceServer.js"
import {
  type BounceCertificateNotUsable,
  BounceListenFailed,
  readBounceCertificate
} from "./bounceErrors.js"
import { bounceLimits, type BounceLimits } from "./bounceLimits.js"
import {
  countRefusal,
  logTrouble,
  makeTakeMessage,
  SmtpReply,
  type TokenRecipient,
  tryAgain
} from "./takeMessage.js"

/** Where to listen for bounces. */
export interface BounceListenerOptions {
  /** 25, or a port to which 25 is forwarded; 0 chooses a free one. */
  readonly port: number
  /** An address of this machine; every one by default. */
  readonly host?: string | undefined
  /**
   * For STARTTLS; without it, mail comes in unencrypted. The files are read again once a minute.
   */
  readonly tls?: TlsFiles | undefined
}

export interface BounceListenerSettings<R = never> extends BounceListenerOptions {
  /** The host of return paths, and the server's name; as A-labels. */
  readonly returnPathHost: string
  /** Evaluated for each recipient: remember them. If it fails, the sender is asked to try again. */
  readonly keys: Effect.Effect<ReadonlyArray<Uint8Array>, unknown, R>
  /** For messages under way once the scope closes; 30 s by default. */
  readonly drain?: Duration.Input | undefined
  readonly limits?: Partial<BounceLimits> | undefined
}

const open = (server: BounceServer, { host, port }: BounceListenerOptions) =>
  Effect.mapError(
    openServer(server, { host, port }),
    ({ reason }) => new BounceListenFailed({ host, port, reason })
  )

const certificateOf = (tls: TlsFiles | undefined) =>
  tls === undefined ? Effect.succeed(undefined) : readBounceCertificate(tls)

/**
 * Takes bounces, spam reports and wishes to unsubscribe by SMTP until the scope closes. A message
 * is accepted once its reports are stored. Returns the port.
 */
export const listenForBounces = <R>({
  drain = "30 seconds",
  keys,
  limits: chosen,
  returnPathHost,
  ...where
}: BounceListenerSettings<R>): Effect.Effect<
  { readonly port: number },
  BounceListenFailed | BounceCertificateNotUsable,
  Feedback | R | Scope.Scope
> =>
  Effect.gen(function* () {
    const limits = { ...bounceLimits, ...chosen }
    const certificate = yield* certificateOf(where.tls)
    const withKeys = <A>(read: (found: ReadonlyArray<Uint8Array>) => A) =>
      keys.pipe(
        Effect.map(read),
        Effect.tapCause((cause) =>
          logTrouble(
            "the return paths of bounces can't be verified; their senders are asked to deliver them again",
            cause
          )
        ),
        Effect.mapError(() => tryAgain)
      )
    const take = yield* makeTakeMessage(limits, (front) =>
      withKeys((found) => emailIdsIn(found, front))
    )
    const fork = yield* FiberSet.makeRuntime<R>()
    const clock = yield* Clock.Clock
    const run = <A>(
      effect: Effect.Effect<A, SmtpReply, R>,
      then: (result: A | SmtpReply) => void
    ): void => {
      fork(effect).addObserver((exit) => {
        then(
          Exit.isSuccess(exit)
            ? exit.value
            : Option.getOrElse(Cause.findErrorOption(exit.cause), () => tryAgain)
        )
      })
    }
    const emailIdOf = ({ _tag, token }: TokenRecipient) =>
      withKeys((found) =>
        _tag === "ReturnPath"
          ? emailIdOfToken(found, token)
          : emailIdOfUnsubscribeToken(found, token)
      )
    const server = new BounceServer(
      { host: returnPathHost, limits, certificate, drain: Duration.toMillis(drain) },
      {
        emailIdOf: (recipient, then) => {
          run(emailIdOf(recipient), then)
        },
        take: (message, then) => {
          run(take(message), (result) => {
            then(result instanceof SmtpReply ? result : undefined)
          })
        },
        refused: (limit) => {
          fork(countRefusal(limit))
        },
        now: () => clock.currentTimeMillisUnsafe(),
        after: (millis, then) => {
          const fiber = fork(Effect.delay(Effect.sync(then), millis))
          return () => {
            fiber.interruptUnsafe()
          }
        }
      }
    )
    yield* Effect.acquireRelease(open(server, where), closeServer)
    if (where.tls !== undefined && certificate !== undefined) {
      yield* Effect.forkScoped(
        followCertificate("bounces", where.tls, certificate, (next) => {
          server.updateSecureContext({ ...next })
        })
      )
    }
    return { port: (server.server.address() as AddressInfo).port }
  })
