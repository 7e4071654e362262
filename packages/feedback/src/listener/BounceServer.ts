import {
  GuardedServer,
  type GuardPorts,
  type ServerLimits,
  type TlsCertificate
} from "@telemark/smtp"
import type { SMTPServerAddress, SMTPServerDataStream, SMTPServerSession } from "smtp-server"
import { BounceVisit, readFront } from "./BounceVisit.js"
import { maxRecipients } from "./bounceLimits.js"
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
interface BounceServerPorts extends GuardPorts {
  readonly emailIdOf: (
    recipient: TokenRecipient,
    then: (found: string | undefined | SmtpReply) => void
  ) => void
  readonly take: (message: ReturnedMessage, then: (refused: SmtpReply | undefined) => void) => void
}

interface BounceServerOptions {
  /** Of return paths; as A-labels. */
  readonly host: string
  readonly limits: ServerLimits
  readonly certificate: TlsCertificate | undefined
  /** Milliseconds for messages under way when it closes. */
  readonly drain: number
}

type Next = (error?: Error | null) => void

/**
 * Takes nothing but what comes back: it relays nothing, knows no logins, and says of no address
 * that it exists.
 */
export class BounceServer extends GuardedServer<BounceVisit> {
  constructor(
    private readonly settings: BounceServerOptions,
    private readonly ports: BounceServerPorts
  ) {
    const { certificate, drain, host, limits } = settings
    super(
      {
        name: host,
        disabledCommands: ["AUTH"],
        // A bounce must not be lost for what its sender looks like.
        lenientAddressParsing: true,
        maxRecipients
      },
      { certificate, drain, limits, makeVisit: (...visit) => new BounceVisit(...visit) },
      ports
    )
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
    const endOfTime = this.beginMessage(id, stream)
    readFront(stream, (front) => {
      endOfTime()
      if (stream.sizeExceeded || visit === undefined) return next()
      const emailIds = recipients.filter((emailId) => emailId !== undefined)
      this.ports.take(
        { front, emailIds, unsubscribeIds, hasSender: visit.hasSender, address: visit.address },
        (refused) => {
          if (refused === undefined) visit.endMessage()
          next(refused)
          this.endMessage(id)
        }
      )
    })
  }
}
