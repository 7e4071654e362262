import type { Stage } from "@telemark/core"
import { Duration, Effect, Redacted } from "effect"
import type { Socket } from "node:net"
import type { NodemailerError } from "nodemailer/lib/errors"
import SMTPConnection from "nodemailer/lib/smtp-connection"
import { boundHearing, forgetHeard } from "./boundHearing.js"
import { type Capabilities, parseCapabilities } from "./capabilities.js"
import { conceal } from "./conceal.js"
import { ehloNameFor } from "./ehloName.js"
import { encryptionOf } from "./encryption.js"
import { broken, type Failure, over, refused, toFailure } from "./failure.js"
import { Line } from "./line.js"
import { decodeReply, parseReply } from "./reply.js"
import type { Route } from "./route.js"
import type { Credentials } from "./url.js"

/** A connection on which messages can be sent: greeted, encrypted and logged in as the route asks for. */
export interface Session {
  readonly line: Line
  readonly capabilities: Capabilities
  /** The protocol that encrypts it, null if it goes in clear. Undefined if it was lost as soon as it was there. */
  readonly tls: string | null | undefined
  /** Messages begun on it. */
  messages: number
  /** Whether the last message was refused, so that the server must forget it before the next. */
  needsReset: boolean
}

/** Runs one step of nodemailer's; an error that the connection has in the meantime fails it too. */
const step = (
  connection: SMTPConnection,
  stage: () => Stage,
  start: (done: (error?: NodemailerError | null) => void) => void
): Effect.Effect<void, Failure> =>
  Effect.async((resume) => {
    const done = (error?: NodemailerError | null): void => {
      connection.off("error", done)
      resume(error === undefined || error === null ? Effect.void : Effect.fail(toFailure(error, stage())))
    }
    connection.on("error", done)
    start(done)
  })

// An "error" event that nobody listens to is thrown.
const ignore = (): void => {}

/**
 * nodemailer greets, encrypts and logs in: what is long to get right and done once a connection. The
 * messages themselves go over our own `Line`.
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
    tls: { minVersion: "TLSv1.2", rejectUnauthorized: tls === "required", ...(route.ca === undefined ? {} : { ca: route.ca }) },
    greetingTimeout: timeouts.greeting,
    // Setting up takes the greeting, EHLO, STARTTLS and EHLO again, each with a limit of its own.
    connectionTimeout: timeouts.greeting + 3 * timeouts.command,
    socketTimeout: timeouts.command,
    // It would show what is said at the login.
    logger: false
  })
  connection.on("error", ignore)
  boundHearing(connection)
  return connection
}

/** Whether STARTTLS was offered and then refused: whoever does that gets no login in clear. */
const wasTlsRefused = ({ lastServerResponse }: SMTPConnection): boolean => !/^250/.test(String(lastServerResponse))

/** The refusal of STARTTLS, after which nodemailer counts a connection as set up. */
const tlsRefusal = ({ lastServerResponse }: SMTPConnection): Failure | undefined => {
  const reply = parseReply(decodeReply(String(lastServerResponse)))
  return reply === undefined || reply.code < 400 ? undefined : refused("tls", reply)
}

const logIn = (connection: SMTPConnection, credentials: Credentials, { login }: Capabilities, route: Route): Effect.Effect<void, Failure> => {
  if (!connection.secure && !route.loginInClear) return Effect.fail(broken("tls", "tls"))
  // nodemailer would go on without a login, and mail that was to be sent as somebody would be sent as nobody.
  if (!connection.allowsAuth) return Effect.fail(wasTlsRefused(connection) ? broken("tls", "tls") : broken("auth", "no_login"))
  // Of mechanisms that take no password nodemailer would still choose one.
  if (login === "other") return Effect.fail(broken("auth", "no_login"))
  const { password, user } = credentials
  return Effect.mapError(
    step(connection, () => "auth", (done) => connection.login({ user, pass: Redacted.value(password) }, done)),
    conceal(credentials)
  )
}

/** Once EHLO was answered, only STARTTLS and what belongs to it can be waited for. */
const stageOf = ({ lastServerResponse, upgrading }: SMTPConnection): Stage =>
  upgrading === true || /^250/.test(String(lastServerResponse)) ? "tls" : "greeting"

/**
 * With TLS 1.3 our side of a handshake is through before the server has agreed to it: one that hangs up then, without a word over TLS, has
 * refused the handshake.
 */
const withEndedHandshake = (failure: Failure, { lastServerResponse, secure }: SMTPConnection, { implicitTls }: Route): Failure =>
  failure._tag === "Broken" && failure.reason === "reset" && secure && !implicitTls && /^220/.test(String(lastServerResponse))
    ? { ...failure, stage: "tls" }
    : failure

const setUp = (connection: SMTPConnection, route: Route): Effect.Effect<Session, Failure> =>
  Effect.gen(function*() {
    yield* Effect.mapError(step(connection, () => stageOf(connection), (done) => connection.connect(done)), (failure) =>
      withEndedHandshake(failure, connection, route))
    // nodemailer would go on in clear, without the reply to EHLO and all that it offers.
    const refusal = route.tls === "opportunistic" && route.credentials === null ? tlsRefusal(connection) : undefined
    if (refusal !== undefined) return yield* Effect.fail(refusal)
    const capabilities = parseCapabilities(String(connection.lastServerResponse))
    // Now: what fails at the login leaves a connection that can't be asked any more.
    const tls = encryptionOf(connection._socket)
    if (route.credentials !== null) yield* Effect.mapError(logIn(connection, route.credentials, capabilities, route), over(tls))
    const socket = connection._socket
    if (socket === false || socket === null) return yield* Effect.fail(broken("greeting", "reset"))
    return { line: new Line(socket), capabilities, tls, messages: 0, needsReset: false }
  })

const openSocket = ({ connect, host, port, timeouts }: Route): Effect.Effect<Socket, Failure> =>
  Effect.mapError(connect({ host, port }, timeouts), ({ reason }) => broken("connect", reason))

/** How long setting up may take in all: a server that always says a little, and never enough, would have us for good. */
const patience = ({ timeouts }: Route): number => timeouts.greeting + 4 * timeouts.command

const setUpInTime = (connection: SMTPConnection, route: Route): Effect.Effect<Session, Failure> =>
  Effect.timeoutFail(setUp(connection, route), {
    duration: Duration.millis(patience(route)),
    onTimeout: () => broken(connection.allowsAuth ? "auth" : stageOf(connection), "timeout")
  })

/**
 * Opens a session, interruptible whatever the caller is. Interrupted or failed, nothing of it stays open; once it is open,
 * the caller has it before anything else can happen, if he isn't interruptible himself. The domain is that of the sender for whom it
 * is opened, if there is one.
 */
export const openSession = (route: Route, senderDomain?: string): Effect.Effect<Session, Failure> =>
  Effect.suspend(() => {
    let connected: Socket | undefined
    const opened = Effect.flatMap(openSocket(route), (socket) => {
      connected = socket
      if (socket.destroyed) return Effect.fail(broken("greeting", "reset"))
      const connection = makeConnection(route, socket, ehloNameFor(route.name, senderDomain))
      return Effect.onError(setUpInTime(connection, route), () =>
        Effect.sync(() => {
          connection.close()
          forgetHeard(connection)
        }))
    })
    // Around what is interruptible, not in it: who is interrupted between two steps would leave the socket open.
    return Effect.uninterruptible(Effect.onInterrupt(Effect.interruptible(opened), () => Effect.sync(() => connected?.destroy())))
  })
