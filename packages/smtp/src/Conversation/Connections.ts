import { type Job, LimiterState } from "@telemark/core"
import { converse } from "./converse.js"
import { type Outcome, over } from "./failure.js"
import type { IdleSessions } from "./idleSessions.js"
import type { Opener } from "./opener.js"
import type { PendingMessage } from "./PendingMessage.js"
import type { Route } from "./route.js"
import type { Session } from "./session.js"

/** All messages of a pool are of one kind: they are sent in the order in which they came. */
const only = ""

/**
 * Whether a kept connection had died while nobody looked. A break before any reply, or a 421 with which the server hangs up because it
 * was tired of waiting, then says nothing about the message.
 */
const wasStale = (outcome: Outcome): boolean =>
  (outcome._tag === "Broken" && outcome.stage === "mail" && outcome.reason !== "protocol") ||
  (outcome._tag === "Refused" && outcome.stage === "mail" && outcome.closed === true)

/** Whether a server takes no mail in clear, be it for want of TLS or of a login (RFC 3207 4). */
const refusesClear = ({ tls }: Session, outcome: Outcome): boolean => tls === null && outcome._tag === "Refused" && outcome.reply.code === 530

/**
 * The connections of one route, and the messages that go over them, without effects. A message has a permit from when it may use a connection
 * until its outcome is known; there are as many permits as connections. The connection that one message leaves takes the next one that waits.
 */
export class Connections {
  readonly #route: Route
  readonly #opener: Opener
  readonly #permits: LimiterState
  readonly #idle: IdleSessions
  readonly #waiting = new Map<Job, PendingMessage>()
  /** Messages that may begin, each with the connection that is free for it, if one is. */
  readonly #ready: Array<readonly [PendingMessage, Session | undefined]> = []
  #isBeginning = false

  constructor(route: Route, opener: Opener, idle: IdleSessions) {
    this.#route = route
    this.#opener = opener
    this.#permits = new LimiterState({ permits: route.connections })
    this.#idle = idle
  }

  /** Lets a message in. Its listener hears what comes of it, and before that when it needs a connection. */
  enter(pending: PendingMessage): void {
    const permit = this.#permits.enter(only, 1)
    if (permit === undefined) throw new Error("a limiter without bounds has refused")
    pending.permit = permit
    if (permit.isRunning) this.#begin(pending, this.#idle.take())
    else this.#waiting.set(permit, pending)
  }

  /** Sends a message on the connection that was opened for it. */
  sendFresh(pending: PendingMessage, session: Session): void {
    this.#send(pending, session, false)
  }

  /** Takes a message out on which nothing was begun, or whose connection can't be opened; false if it is too late for that. */
  withdraw(pending: PendingMessage): boolean {
    if (pending.state !== "waiting" && pending.state !== "opening") return false
    this.#leave(pending, undefined)
    return true
  }

  #begin(pending: PendingMessage, session: Session | undefined): void {
    if (session === undefined) pending.open()
    else this.#send(pending, session, true)
  }

  #send(pending: PendingMessage, session: Session, isKept: boolean): void {
    pending.send()
    converse(session, pending.message, this.#route, (outcome) => {
      const free = this.#stillGood(session, outcome) ? session : undefined
      // Tried once afresh, with the permit that it has.
      if (isKept && wasStale(outcome)) return pending.open()
      pending.settle(over(session.tls)(outcome))
      this.#leave(pending, free)
    })
  }

  /** Whether a connection can take another message; leave is taken of one that can't. */
  #stillGood(session: Session, outcome: Outcome): boolean {
    if (!session.line.isOpen) return false
    // Opened in clear for want of TLS, it is of no use for other messages either.
    const isUseless = this.#opener.fellBack() && refusesClear(session, outcome)
    if (isUseless) this.#opener.tryTlsAgain()
    if (!isUseless && session.messages < this.#route.messagesPerConnection) return true
    session.line.quit()
    return false
  }

  /** Gives the permit of a message back, and its connection to those that wait. */
  #leave(pending: PendingMessage, free: Session | undefined): void {
    const { permit } = pending
    if (permit === undefined) return
    this.#waiting.delete(permit)
    let left = free
    for (const started of this.#permits.leave(permit)) {
      const next = this.#waiting.get(started)
      this.#waiting.delete(started)
      if (next === undefined) continue
      this.#ready.push([next, left])
      left = undefined
    }
    if (left !== undefined) this.#idle.keep(left)
    this.#beginReady()
  }

  /** One after the other and not within each other: of messages that the server wouldn't take, thousands may be settled in a row. */
  #beginReady(): void {
    if (this.#isBeginning) return
    this.#isBeginning = true
    try {
      for (let next = this.#ready.shift(); next !== undefined; next = this.#ready.shift()) this.#begin(next[0], next[1] ?? this.#idle.take())
    } finally {
      this.#isBeginning = false
    }
  }
}
