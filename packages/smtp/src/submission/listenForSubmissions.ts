import { ApiKeys, type Caller, count, Emails, inTimeSlices } from "@telemark/core"
import {
  Cause,
  Clock,
  Duration,
  Effect,
  Exit,
  FiberSet,
  Option,
  Redacted,
  type Scope
} from "effect"
import { createHash } from "node:crypto"
import type { AddressInfo } from "node:net"
import {
  type Certificate,
  followCertificate,
  readCertificate,
  type TlsFiles
} from "../server/certificate.js"
import { closeServer, openServer } from "../server/openServer.js"
import { readControls, type Submitted } from "./controlFields.js"
import { SubmissionListenFailed, SubmissionNotSafe } from "./submissionErrors.js"
import {
  allSuppressed,
  queuedAs,
  replyOf,
  SubmissionReply,
  tryAgain,
  usedKey,
  wrongLogin
} from "./submissionReply.js"
import {
  type SubmissionLimits,
  type SubmissionPorts,
  SubmissionServer,
  type SubmittedMail
} from "./SubmissionServer.js"
import { submittedSend } from "./submittedSend.js"

/** Where applications submit mail. At least one of the ports. */
export interface SubmissionOptions {
  /** Where TLS begins by STARTTLS: 587 by custom (RFC 6409); 0 chooses a free one. */
  readonly port?: number | undefined
  /** Where TLS begins at once: 465 by custom (RFC 8314). Needs `tls`. */
  readonly securePort?: number | undefined
  /**
   * An address of this machine. By default 127.0.0.1 without `tls`, and every one with it. Without
   * `tls`, and always from this machine to a loopback address, mail comes in clear.
   */
  readonly host?: string | undefined
  /** The files are read again once a minute. */
  readonly tls?: TlsFiles | undefined
}

export interface SubmissionSettings extends SubmissionOptions {
  /** For messages under way once the scope closes; 30 s by default. */
  readonly drain?: Duration.Input | undefined
  readonly limits?: Partial<SubmissionLimits> | undefined
}

/** What the server puts up with, unless tests choose others. */
export const submissionLimits: SubmissionLimits = {
  connections: 500,
  // Applications keep pools of connections.
  connectionsPerAddress: 200,
  connectionsPerMinute: 3_000,
  idle: 300_000,
  message: 600_000,
  session: 86_400_000,
  messagesPerConnection: 10_000,
  commandsPerMessage: 200,
  errorsPerConnection: 20,
  messageSize: 14 * 1_048_576,
  held: 64 * 1_048_576
}

/** Where the servers listen. */
export interface ListeningForSubmissions {
  readonly host: string
  readonly port: number | undefined
  readonly securePort: number | undefined
}

/** Without an address, a machine without IPv6 listens on all of IPv4. */
const everywhere = "::"

/** Whether only this machine comes to the host. */
export const isLoopback = (host: string): boolean =>
  host === "localhost" || host === "::1" || /^127\.\d+\.\d+\.\d+$/.test(host)

/**
 * A client whose connection breaks before it has read the reply sends the mail again: the same
 * Message-ID, recipients and octets are the same mail.
 */
const keyOf = ({ controls, messageId }: Submitted, { recipients, source }: SubmittedMail) => {
  if (controls.idempotencyKey !== undefined) return controls.idempotencyKey
  if (messageId === undefined) return undefined
  const hash = createHash("sha256").update(recipients.join(" "), "utf8").update("\n").update(source)
  return `smtp ${hash.digest("base64url")}`
}

const makeSubmit = Effect.gen(function* () {
  const keys = yield* ApiKeys
  const emails = yield* Emails

  const authenticate = (key: Redacted.Redacted) =>
    Effect.flatMap(keys.authenticate(Redacted.value(key)), (caller) =>
      caller.scopes.has("email:send") ? Effect.succeed(caller) : Effect.fail(wrongLogin)
    )

  const send = (caller: Caller, mail: SubmittedMail) =>
    Effect.gen(function* () {
      yield* keys.countSend(caller)
      const submitted = yield* inTimeSlices(() => readControls(mail.source))
      const request = yield* submittedSend(submitted, mail.recipients)
      const idempotencyKey = keyOf(submitted, mail)
      const result = yield* emails.send(caller.tenant, request, { idempotencyKey })
      if (result.warning !== undefined) return yield* Effect.fail(usedKey)
      return result.queued.length === 0 ? yield* Effect.fail(allSuppressed) : queuedAs(result)
    })

  return {
    authenticate,
    // The key is looked up again: it may have been revoked since the login.
    submit: (mail: SubmittedMail) =>
      Effect.flatMap(authenticate(mail.key), (caller) => send(caller, mail))
  }
})

const toReply = (error: unknown): SubmissionReply =>
  error instanceof SubmissionReply
    ? error
    : typeof error === "object" && error !== null && "_tag" in error
      ? replyOf(error as Parameters<typeof replyOf>[0])
      : tryAgain

const certificateOf = (tls: TlsFiles | undefined) =>
  tls === undefined
    ? Effect.succeed(undefined)
    : Effect.mapError(readCertificate(tls), ({ message }) => new SubmissionNotSafe({ message }))

const hostOf = ({ host, securePort, tls }: SubmissionOptions) =>
  Effect.gen(function* () {
    const chosen = host ?? (tls === undefined ? "127.0.0.1" : everywhere)
    if (tls !== undefined) return chosen
    if (securePort !== undefined)
      return yield* new SubmissionNotSafe({
        message:
          "The port where TLS begins at once needs a certificate: tls, or TELEMARK_SUBMISSION_TLS_CERT and TELEMARK_SUBMISSION_TLS_KEY."
      })
    if (!isLoopback(chosen))
      return yield* new SubmissionNotSafe({
        message: `Without a certificate, API keys would come in clear to ${chosen}. Give one (tls, or TELEMARK_SUBMISSION_TLS_CERT and TELEMARK_SUBMISSION_TLS_KEY), or listen on 127.0.0.1.`
      })
    return chosen
  })

/**
 * Takes mail from applications by SMTP (RFC 6409) until the scope closes. They log in with an API
 * key that has the scope `email:send`; a mail is accepted, with 250, once it is on disk.
 */
export const listenForSubmissions = ({
  drain = "30 seconds",
  limits: chosen,
  ...options
}: SubmissionSettings): Effect.Effect<
  ListeningForSubmissions,
  SubmissionListenFailed | SubmissionNotSafe,
  ApiKeys | Emails | Scope.Scope
> =>
  Effect.gen(function* () {
    const limits = { ...submissionLimits, ...chosen }
    const { port, securePort, tls } = options
    const host = yield* hostOf(options)
    const certificate = yield* certificateOf(tls)
    const { authenticate, submit } = yield* makeSubmit
    const fork = yield* FiberSet.makeRuntime()
    const clock = yield* Clock.Clock
    const run = <A>(
      effect: Effect.Effect<A, unknown>,
      then: (result: A | SubmissionReply) => void
    ): void => {
      const logged = Effect.tapCause(effect, (cause) =>
        Cause.hasDies(cause)
          ? Effect.logError("a submitted mail could not be accepted", cause)
          : Effect.void
      )
      fork(logged).addObserver((exit) => {
        then(
          Exit.isSuccess(exit)
            ? exit.value
            : Option.match(Cause.findErrorOption(exit.cause), {
                onNone: () => tryAgain,
                onSome: toReply
              })
        )
      })
    }
    const ports: SubmissionPorts = {
      authenticate: (key, then) => {
        run(authenticate(key), (result) => {
          then(result instanceof SubmissionReply ? result : undefined)
        })
      },
      submit: (mail, then) => {
        run(submit(mail), (result) => {
          const code = result instanceof SubmissionReply ? result.responseCode : 250
          fork(count("telemark_submissions_total", { code: String(code) }))
          then(result)
        })
      },
      refused: (limit) => {
        fork(count("telemark_submission_refusals_total", { limit }))
      },
      now: () => clock.currentTimeMillisUnsafe(),
      after: (millis, then) => {
        const fiber = fork(Effect.delay(Effect.sync(then), millis))
        return () => {
          fiber.interruptUnsafe()
        }
      }
    }
    const held = { octets: 0 }

    const listen = (at: number, isSecure: boolean, using: Certificate | undefined) =>
      Effect.gen(function* () {
        const server = new SubmissionServer(
          {
            limits,
            certificate: using,
            isSecure,
            isLocal: isLoopback(host),
            drain: Duration.toMillis(drain),
            held
          },
          ports
        )
        yield* Effect.acquireRelease(
          Effect.mapError(
            openServer(server, { host: host === everywhere ? undefined : host, port: at }),
            ({ reason }) => new SubmissionListenFailed({ host, port: at, reason })
          ),
          closeServer
        )
        return server
      })

    const plain = port === undefined ? undefined : yield* listen(port, false, certificate)
    const secure =
      securePort === undefined ? undefined : yield* listen(securePort, true, certificate)
    const servers = [plain, secure].filter((server) => server !== undefined)
    if (tls !== undefined && certificate !== undefined)
      yield* Effect.forkScoped(
        followCertificate("submission", tls, certificate, (next) => {
          for (const server of servers) server.updateSecureContext({ ...next })
        })
      )
    const portOf = (server: SubmissionServer | undefined) =>
      server === undefined ? undefined : (server.server.address() as AddressInfo).port
    return { host, port: portOf(plain), securePort: portOf(secure) }
  })
