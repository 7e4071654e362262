// Hot path (docs/hot-paths.md): callbacks from permit to final reply, without a fiber.
import { type Job, LimiterState } from "@telemark/core"
import type { PreparedMessage } from "../sendPrepared.js"
import { mayRefuseParameters } from "./capabilities.js"
import { converse } from "./converse.js"
import { type Outcome, over } from "./failure.js"
import type { IdleSessions } from "./idleSessions.js"
import type { Opener } from "./opener.js"
import type { Route } from "./route.js"
import type { Session } from "./session.js"

/** One key for all messages: they are sent in the order in which they came. */
const only = ""

/**
 * A break before any reply, or a 421 of a server that tired of waiting: the idle connection was
 * dead, which says nothing about the message.
 */
const wasStale = (outcome: Outcome): boolean =>
  (outcome._tag === "Broken" && outcome.stage === "mail" && outcome.reason !== "protocol") ||
  (outcome._tag === "Refused" && outcome.stage === "mail" && outcome.closed === true)

/** Perhaps refused only because of parameters of MAIL or RCPT. */
const mayMindParameters = (outcome: Outcome): boolean =>
  outcome._tag === "Refused" &&
  (outcome.stage === "mail" || outcome.stage === "rcpt") &&
  mayRefuseParameters(outcome.reply)

/** 530: TLS is missing, or a login is (RFC 3207 4). */
const refusesClear = ({ tls }: Session, outcome: Outcome): boolean =>
  tls === null && outcome._tag === "Refused" && outcome.reply.code === 530

/**
 * The connections of one route and the messages sent over them, without effects. A message has a
 * permit, of which there are as many as connections, until its outcome is known; its connection
 * then goes to the next that waits.
 */
export class Connections {
  readonly #route: Route
  readonly #opener: Opener
  readonly #permits: LimiterState
  readonly #idle: IdleSessions
  readonly #waiting = new Map<Job, PendingMessage>()
  readonly #ready: Array<readonly [PendingMessage, Session | undefined]> = []
  #isBeginning = false
  /** The server offers DSN and refuses its parameters: it took a message without them. */
  #refusesDsn = false

  constructor(route: Route, opener: Opener, idle: IdleSessions) {
    this.#route = route
    this.#opener = opener
    this.#permits = new LimiterState({ permits: route.connections })
    this.#idle = idle
  }

  /** Its `answer` is called when the message needs a new connection, and with its outcome. */
  enter(pending: PendingMessage): void {
    const permit = this.#permits.enter(only, 1)
    if (permit === undefined) throw new Error("a limiter without limits has refused a permit")
    pending.permit = permit
    if (permit.isRunning) this.#begin(pending, this.#idle.take())
    else this.#waiting.set(permit, pending)
  }

  sendFresh(pending: PendingMessage, session: Session): void {
    this.#send(pending, session, false)
  }

  /** Removes a message that isn't being sent. False if its sending has begun. */
  withdraw(pending: PendingMessage): boolean {
    if (pending.state !== "waiting" && pending.state !== "opening") return false
    pending.state = "settled"
    this.#release(pending, undefined)
    return true
  }

  #begin(pending: PendingMessage, session: Session | undefined): void {
    if (session === undefined) pending.open()
    else this.#send(pending, session, true)
  }

  #send(pending: PendingMessage, session: Session, isKept: boolean): void {
    pending.send()
    const { capabilities } = session
    const dsn =
      capabilities.dsn &&
      pending.message.returnPath !== undefined &&
      !pending.isWithoutDsn &&
      !this.#refusesDsn
    converse(session, pending.message, this.#route, dsn, (outcome) => {
      const free = this.#stillGood(session, outcome) ? session : undefined
      // Tries once more on a new connection, with the same permit.
      if (isKept && wasStale(outcome)) return pending.open()
      if (dsn && mayMindParameters(outcome)) return this.#sendWithoutDsn(pending, free)
      if (pending.isWithoutDsn && outcome._tag === "Accepted") this.#refusesDsn = true
      pending.settle(over(session.tls)(outcome))
      this.#release(pending, free)
    })
  }

  /** Once. If the server still refuses it, that wasn't because of the parameters. */
  #sendWithoutDsn(pending: PendingMessage, session: Session | undefined): void {
    pending.isWithoutDsn = true
    if (session === undefined) pending.open()
    else this.#send(pending, session, true)
  }

  /** Whether a connection can take another message. Quits it if not. */
  #stillGood(session: Session, outcome: Outcome): boolean {
    if (!session.channel.isOpen) return false
    // A connection that fell back to clear text is useless for other messages, too.
    const isUseless = this.#opener.fellBack() && refusesClear(session, outcome)
    if (isUseless) this.#opener.tryTlsAgain()
    if (!isUseless && session.messages < this.#route.messagesPerConnection) return true
    session.channel.quit()
    return false
  }

  #release(pending: PendingMessage, free: Session | undefined): void {
    const { permit } = pending
    if (permit === undefined) return
    this.#waiting.delete(permit)
    let released = free
    for (const started of this.#permits.leave(permit)) {
      const next = this.#waiting.get(started)
      this.#waiting.delete(started)
      if (next === undefined) continue
      this.#ready.push([next, released])
      released = undefined
    }
    if (released !== undefined) this.#idle.keep(released)
    this.#beginReady()
  }

  /** Not recursive: thousands may settle at once when the server can't take them. */
  #beginReady(): void {
    if (this.#isBeginning) return
    this.#isBeginning = true
    try {
      for (let next = this.#ready.shift(); next !== undefined; next = this.#ready.shift())
        this.#begin(next[0], next[1] ?? this.#idle.take())
    } finally {
      this.#isBeginning = false
    }
  }
}

/** A message's outcome, or that it needs a new connection. */
type Answer = Outcome | "open"

/**
 * A message until its outcome is known: `waiting` for a permit; `opening` a connection for it, with
 * nothing of it sent, or lost with a dead connection; `sending`, when its outcome must be awaited;
 * `settled`, also if it was withdrawn.
 */
export class PendingMessage {
  state: "waiting" | "opening" | "sending" | "settled" = "waiting"
  permit: Job | undefined
  /** A server perhaps refused the DSN parameters. */
  isWithoutDsn = false

  constructor(
    readonly message: PreparedMessage,
    private readonly answer: (answer: Answer) => void
  ) {}

  open(): void {
    this.state = "opening"
    this.answer("open")
  }

  send(): void {
    this.state = "sending"
  }

  settle(outcome: Outcome): void {
    this.state = "settled"
    this.answer(outcome)
  }
}
