import type { Stage } from "@telemark/core"
import { Effect, Redacted } from "effect"
import type { Socket } from "node:net"
import type { NodemailerError } from "nodemailer/lib/errors"
import SMTPConnection from "nodemailer/lib/smtp-connection"
import { type Capabilities, parseCapabilities } from "./capabilities.js"
import { connect } from "./connect.js"
import { broken, type Failure, refused, toFailure } from "./failure.js"
import { Line } from "./line.js"
import type { Route } from "./options.js"
import type { Credentials } from "./url.js"

/** A connection on which messages can be sent: greeted, encrypted and logged in as the route asks for. */
export interface Session {
  readonly line: Line
  readonly capabilities: Capabilities
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
const makeConnection = (route: Route, socket: Socket): SMTPConnection => {
  const { host, implicitTls, name, port, timeouts, tls } = route
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
  return connection
}

const authNotOffered = refused("auth", { code: 502, enhanced: null, text: "AUTH is not offered by the mail server" })

/** A server may repeat what it was told, and its replies are kept in the log. */
const conceal = ({ password, user }: Credentials) => (failure: Failure): Failure => {
  if (failure._tag !== "Refused") return failure
  const secret = Redacted.value(password)
  const told = [secret, ...[secret, `\0${user}\0${secret}`].map((text) => Buffer.from(text, "utf8").toString("base64"))]
  const text = told.reduce((rest, each) => rest.replaceAll(each, "…"), failure.reply.text)
  return refused(failure.stage, { ...failure.reply, text })
}

const logIn = (connection: SMTPConnection, credentials: Credentials, route: Route): Effect.Effect<void, Failure> => {
  if (!connection.secure && route.tls !== "none") return Effect.fail(broken("tls", "tls"))
  // nodemailer would go on without a login, and mail that was to be sent as somebody would be sent as nobody.
  if (!connection.allowsAuth) return Effect.fail(authNotOffered)
  const { password, user } = credentials
  return Effect.mapError(
    step(connection, () => "auth", (done) => connection.login({ user, pass: Redacted.value(password) }, done)),
    conceal(credentials)
  )
}

/** Once EHLO was answered, only STARTTLS and what belongs to it can be waited for. */
const stageOf = ({ lastServerResponse, upgrading }: SMTPConnection): Stage =>
  upgrading === true || /^250/.test(String(lastServerResponse)) ? "tls" : "greeting"

const setUp = (connection: SMTPConnection, route: Route): Effect.Effect<Session, Failure> =>
  Effect.gen(function*() {
    yield* step(connection, () => stageOf(connection), (done) => connection.connect(done))
    const capabilities = parseCapabilities(String(connection.lastServerResponse))
    if (route.credentials !== null) yield* logIn(connection, route.credentials, route)
    const socket = connection._socket
    if (socket === false || socket === null) return yield* Effect.fail(broken("greeting", "reset"))
    return { line: new Line(socket), capabilities, messages: 0, needsReset: false }
  })

/** Opens a session. Interrupted or failed, nothing of it stays open. */
export const openSession = (route: Route): Effect.Effect<Session, Failure> =>
  Effect.uninterruptibleMask((restore) =>
    Effect.flatMap(restore(connect(route)), (socket) => {
      if (socket.destroyed) return Effect.fail(broken("greeting", "reset"))
      const connection = makeConnection(route, socket)
      return Effect.onError(restore(setUp(connection, route)), () => Effect.sync(() => connection.close()))
    }))
