import type { Stage } from "@telemark/core"
import { Duration, Effect } from "effect"
import SMTPConnection from "nodemailer/lib/smtp-connection"
import type { Socket } from "node:net"
import { SmtpChannel } from "./SmtpChannel.js"
import { type Capabilities, encryptionOf, parseCapabilities } from "./capabilities.js"
import { sendToken, tokenMethod } from "../oauth2/tokenLogin.js"
import { broken, type Failure, over, refused } from "./failure.js"
import { logIn, StaleToken, step } from "./logIn.js"
import { decodeReply, parseReply } from "./reply.js"
import { ehloNameFor, type Route } from "./route.js"

/** Greeting, two replies to EHLO, STARTTLS and a login take less than a tenth. */
const maxOctets = 32 * 1024

/** Untyped members. nodemailer's version is pinned, and a test notices if they change. */
interface ConnectionInternals {
  _onData: (chunk: Buffer) => void
  readonly _onResponseTooLarge: () => void
  _responseQueue: Array<string>
}

/**
 * nodemailer bounds a reply but not their number: a server that sent endless empty lines used a
 * whole core, even after the connection was closed.
 */
const boundSetupReplies = (connection: SMTPConnection): void => {
  const internals = connection as unknown as ConnectionInternals
  const receive = internals._onData.bind(connection)
  let received = 0
  internals._onData = (chunk) => {
    received += chunk.length
    if (received <= maxOctets) receive(chunk)
    else internals._onResponseTooLarge()
  }
}

/** Replies that nodemailer would still process line by line. */
const discardReplies = (connection: SMTPConnection): void => {
  const internals = connection as unknown as ConnectionInternals
  internals._responseQueue = []
}

/** A connection ready for messages: greeted, encrypted and logged in. */
export interface Session {
  readonly channel: SmtpChannel
  readonly capabilities: Capabilities
  /** Null in clear. Undefined if the connection was lost right after it was set up. */
  readonly tls: string | null | undefined
  messages: number
  /** After a refused message, RSET comes before the next. */
  needsReset: boolean
}

// Node throws an "error" event that has no listener.
const ignore = (): void => {}

/**
 * nodemailer does the greeting, STARTTLS and the login: hard to get right, and once per connection.
 * Messages go over `SmtpChannel`.
 */
const makeConnection = (route: Route, socket: Socket, name: string): SMTPConnection => {
  const { host, implicitTls, port, timeouts, tls } = route
  const connection = new SMTPConnection({
    connection: socket,
    host,
    port,
    name,
    secure: implicitTls,
    requireTLS: tls === "required" && !implicitTls,
    opportunisticTLS: tls === "opportunistic",
    ignoreTLS: tls === "none",
    tls: {
      minVersion: "TLSv1.2",
      rejectUnauthorized: tls === "required",
      ...(route.ca === undefined ? {} : { ca: route.ca })
    },
    greetingTimeout: timeouts.greeting,
    // Greeting, EHLO, STARTTLS and EHLO again, each with its own limit.
    connectionTimeout: timeouts.greeting + 3 * timeouts.command,
    socketTimeout: timeouts.command,
    // It would log the credentials.
    logger: false,
    customAuth: { [tokenMethod]: sendToken }
  })
  connection.on("error", ignore)
  boundSetupReplies(connection)
  return connection
}

/** nodemailer considers the connection set up nevertheless. */
const tlsRefusal = ({ lastServerResponse }: SMTPConnection): Failure | undefined => {
  const reply = parseReply(decodeReply(String(lastServerResponse)))
  return reply === undefined || reply.code < 400 ? undefined : refused("tls", reply)
}

/** After the reply to EHLO, only STARTTLS and the handshake can be pending. */
const stageOf = ({ lastServerResponse, upgrading }: SMTPConnection): Stage =>
  upgrading === true || /^250/.test(String(lastServerResponse)) ? "tls" : "greeting"

/**
 * With TLS 1.3 our side completes first. A server that then hangs up silently has refused the
 * handshake.
 */
const withEndedHandshake = (
  failure: Failure,
  { lastServerResponse, secure }: SMTPConnection,
  { implicitTls }: Route
): Failure =>
  failure._tag === "Broken" &&
  failure.reason === "reset" &&
  secure &&
  !implicitTls &&
  /^220/.test(String(lastServerResponse))
    ? { ...failure, stage: "tls" }
    : failure

const setUp = (
  connection: SMTPConnection,
  route: Route
): Effect.Effect<Session, Failure | StaleToken> =>
  Effect.gen(function* () {
    yield* Effect.mapError(
      step(
        connection,
        () => stageOf(connection),
        (done) => connection.connect(done)
      ),
      (failure) => withEndedHandshake(failure, connection, route)
    )
    // nodemailer would continue in clear, without the reply to EHLO.
    const refusal =
      route.tls === "opportunistic" && route.credentials === null
        ? tlsRefusal(connection)
        : undefined
    if (refusal !== undefined) return yield* Effect.fail(refusal)
    const capabilities = parseCapabilities(String(connection.lastServerResponse))
    // Read it now: a failed login closes the connection.
    const tls = encryptionOf(connection._socket)
    if (route.credentials !== null)
      yield* Effect.mapError(logIn(connection, route.credentials, capabilities, route), (error) =>
        error._tag === "StaleToken"
          ? new StaleToken({ failure: over(tls)(error.failure) })
          : over(tls)(error)
      )
    const socket = connection._socket
    if (socket === false || socket === null) return yield* Effect.fail(broken("greeting", "reset"))
    return { channel: new SmtpChannel(socket), capabilities, tls, messages: 0, needsReset: false }
  })

/** A server that keeps sending a little would otherwise occupy us forever. */
const setUpInTime = (
  connection: SMTPConnection,
  route: Route
): Effect.Effect<Session, Failure | StaleToken> =>
  Effect.timeoutOrElse(setUp(connection, route), {
    duration: Duration.millis(
      route.timeouts.greeting + 4 * route.timeouts.command + route.timeouts.token
    ),
    orElse: () =>
      Effect.fail(broken(connection.allowsAuth ? "auth" : stageOf(connection), "timeout"))
  })

const openOnce = (
  route: Route,
  senderDomain: string | undefined
): Effect.Effect<Session, Failure | StaleToken> =>
  Effect.suspend(() => {
    let connected: Socket | undefined
    const { connect, host, port, timeouts } = route
    const socketOf = Effect.mapError(connect({ host, port }, timeouts), ({ reason }) =>
      broken("connect", reason)
    )
    const opened = Effect.flatMap(socketOf, (socket) => {
      connected = socket
      if (socket.destroyed) return Effect.fail(broken("greeting", "reset"))
      const connection = makeConnection(route, socket, ehloNameFor(route.name, senderDomain))
      return Effect.onError(setUpInTime(connection, route), () =>
        Effect.sync(() => {
          connection.close()
          discardReplies(connection)
        })
      )
    })
    // Not inside: an interruption between two steps would leave the socket open.
    return Effect.uninterruptible(
      Effect.onInterrupt(Effect.interruptible(opened), () =>
        Effect.sync(() => connected?.destroy())
      )
    )
  })

/**
 * Interruptible even in an uninterruptible region. If it fails or is interrupted, nothing stays
 * open. An uninterruptible caller receives the open session before anything else can happen.
 */
export const openSession = (route: Route, senderDomain?: string): Effect.Effect<Session, Failure> =>
  Effect.catchTag(openOnce(route, senderDomain), "StaleToken", () =>
    Effect.mapError(openOnce(route, senderDomain), (error) =>
      error._tag === "StaleToken" ? error.failure : error
    )
  )
