import {
  SMTPServer,
  type SMTPServerAddress,
  type SMTPServerDataStream,
  type SMTPServerSession
} from "smtp-server"
import type { Socket } from "node:net"
import { readFront, Visit } from "./Visit.js"
import { Admission, type Admitted, type BounceLimits, maxRecipients } from "./admission.js"
import type { Certificate } from "./certificate.js"
import {
  type ListenerRecipient,
  noSuchRecipient,
  recipientOf,
  type ReturnedMessage,
  type SmtpReply,
  type TokenRecipient,
  tooManyMessages
} from "./takeMessage.js"

/** Callbacks get undefined, or the reply that refuses. */
interface BounceServerPorts {
  readonly emailIdOf: (
    recipient: TokenRecipient,
    then: (found: string | undefined | SmtpReply) => void
  ) => void
  readonly take: (message: ReturnedMessage, then: (refused: SmtpReply | undefined) => void) => void
  readonly refused: (limit: string) => void
  readonly now: () => number
  /** Runs `then` later, unless the function that it returns was called. */
  readonly after: (millis: number, then: () => void) => () => void
}

interface BounceServerOptions {
  /** Of return paths; as A-labels. */
  readonly host: string
  readonly limits: BounceLimits
  readonly certificate: Certificate | undefined
  /** Milliseconds for messages under way when it closes. */
  readonly drain: number
}

/**
 * Commands of smtp-server that nobody needs. VRFY answers 252 to everything, as RFC 5321 3.5.3 has
 * it.
 */
const unneeded = ["AUTH", "XCLIENT", "XFORWARD", "WIZ", "SHELL", "KILL"]

type Next = (error?: Error | null) => void

/** What smtp-server logs is counted, and not kept. */
const countingLogger = (visitOf: (id: unknown) => Visit | undefined) => ({
  debug: (
    entry: { readonly cid?: unknown; readonly tnx?: unknown },
    _: unknown,
    text: unknown
  ): void => {
    if (entry.tnx === "command") visitOf(entry.cid)?.countCommand()
    else if (entry.tnx === "send" && /^[45]/.test(String(text))) visitOf(entry.cid)?.countError()
  }
})

/**
 * Takes nothing but what comes back: it relays nothing, knows no logins, and says of no address
 * that it exists.
 */
export class BounceServer extends SMTPServer {
  private readonly admission: Admission
  private readonly visits: Map<string, Visit>
  private isClosing = false

  constructor(
    private readonly settings: BounceServerOptions,
    private readonly ports: BounceServerPorts
  ) {
    const { certificate, drain, host, limits } = settings
    const visits = new Map<string, Visit>()
    super({
      name: host,
      heloResponse: "%s",
      size: limits.messageSize,
      rejectOversized: true,
      hideENHANCEDSTATUSCODES: false,
      disableReverseLookup: true,
      disabledCommands: [...unneeded, ...(certificate === undefined ? ["STARTTLS"] : [])],
      // A bounce must not be lost for what its sender looks like.
      lenientAddressParsing: true,
      maxCommandLength: 4_096,
      maxRecipients,
      minVersion: "TLSv1.2",
      socketTimeout: limits.idle,
      closeTimeout: drain,
      logger: countingLogger((id) => (typeof id === "string" ? visits.get(id) : undefined)),
      ...certificate
    })
    this.visits = visits
    this.admission = new Admission(limits)
    // Failed handshakes and connections that break off.
    this.on("error", () => {})
  }

  /**
   * When all places are taken, who has said nothing for longest leaves for who comes: a few
   * machines that only connect would keep all others out. Nobody gets a place beyond its own.
   */
  private admit(remote: string | undefined): Admitted {
    const admitted = this.admission.enter(remote, this.ports.now())
    if (admitted._tag === "Admitted" || !this.admission.isFullForOthers(remote)) return admitted
    const silent = [...this.visits.values()].find(({ isSilent }) => isSilent)
    if (silent === undefined) return admitted
    silent.cut("silent", "Others wait, connect again")
    silent.leave()
    return this.admission.enter(remote, this.ports.now())
  }

  override connect(socket: Socket, options?: { readonly id?: string }): void {
    const id = options?.id
    if (socket.destroyed || id === undefined) return
    const admitted = this.isClosing ? undefined : this.admit(socket.remoteAddress)
    if (admitted?._tag !== "Admitted") {
      if (admitted !== undefined) this.ports.refused(admitted.limit)
      socket.on("error", () => {})
      socket.write("421 4.7.0 Too many connections, try again later\r\n")
      socket.destroySoon()
      return
    }
    const visit = new Visit(admitted.address, this.settings.limits, {
      cut: (limit, text) => {
        this.ports.refused(limit)
        this.hangUp(id, text)
      },
      left: admitted.leave,
      after: this.ports.after
    })
    this.visits.set(id, visit)
    super.connect(socket, options ?? null)
  }

  override onMailFrom({ address }: SMTPServerAddress, { id }: SMTPServerSession, next: Next): void {
    const visit = this.visits.get(id)
    visit?.beginMessage(address)
    // Any sender: some servers put a MAILER-DAEMON there, and reports of spam have authors.
    next(visit?.mayBring === true ? null : tooManyMessages)
  }

  override onRcptTo({ address }: SMTPServerAddress, { id }: SMTPServerSession, next: Next): void {
    const visit = this.visits.get(id)
    const recipient: ListenerRecipient | undefined = recipientOf(address, this.settings.host)
    if (visit === undefined || recipient === undefined) return next(noSuchRecipient)
    if (recipient._tag === "Role") {
      visit.recipients.set(address, undefined)
      return next()
    }
    this.ports.emailIdOf(recipient, (found) => {
      if (found === undefined || found instanceof Error) return next(found ?? noSuchRecipient)
      if (recipient._tag === "Unsubscribe") visit.unsubscribes.set(address, found)
      else visit.recipients.set(address, found)
      next()
    })
  }

  override onData(
    stream: SMTPServerDataStream,
    { envelope, id }: SMTPServerSession,
    next: Next
  ): void {
    const visit = this.visits.get(id)
    const recipients = envelope.rcptTo.map(({ address }) => visit?.recipients.get(address))
    const unsubscribeIds = envelope.rcptTo.flatMap(
      ({ address }) => visit?.unsubscribes.get(address) ?? []
    )
    const endOfTime = visit?.beginData()
    stream.on("data", () => {
      // Who goes on behind what would be refused anyway gets no reply.
      if (stream.byteLength > 2 * this.settings.limits.messageSize)
        visit?.cut("message_size", "The message is too large")
    })
    readFront(stream, (front) => {
      endOfTime?.()
      if (stream.sizeExceeded || visit === undefined) return next()
      const emailIds = recipients.filter((emailId) => emailId !== undefined)
      this.ports.take(
        { front, emailIds, unsubscribeIds, hasSender: visit.hasSender, address: visit.address },
        (refused) => {
          if (refused === undefined) visit.endMessage()
          next(refused)
          visit.isBusy = false
          if (this.isClosing) this.hangUp(id, "Server shutting down")
        }
      )
    })
  }

  override onClose({ id }: SMTPServerSession): void {
    this.visits.get(id)?.leave()
    this.visits.delete(id)
  }

  /** Closes connections without a message under way at once, and the others after it. */
  shutDown(then: () => void): void {
    this.isClosing = true
    this.close(then)
    for (const [id, { isBusy }] of this.visits) if (!isBusy) this.hangUp(id, "Server shutting down")
  }

  private hangUp(id: string, text: string): void {
    for (const connection of this.connections) {
      if (connection.id !== id) continue
      connection.send(421, text)
      // Pulling the connection from under a handshake would end the process; smtp-server ends it by
      // itself.
      if (!connection._upgrading) connection._socket.destroySoon()
      return
    }
  }
}
