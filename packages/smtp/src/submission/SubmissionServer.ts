import { isAddress } from "@telemark/contract"
import { Redacted } from "effect"
import type {
  SMTPServerAddress,
  SMTPServerAuthentication,
  SMTPServerAuthenticationResponse,
  SMTPServerDataStream,
  SMTPServerSession
} from "smtp-server"
import { GuardedServer, type GuardPorts } from "../server/GuardedServer.js"
import { Visit } from "../server/Visit.js"
import type { ServerLimits } from "../server/admission.js"
import type { Certificate } from "../server/certificate.js"
import { GatheredOctets } from "./GatheredOctets.js"
import {
  badRecipient,
  enoughMessages,
  noMemory,
  SubmissionReply,
  wrongLogin
} from "./submissionReply.js"

/** A mail with its envelope, and the key of who submits it. */
export interface SubmittedMail {
  readonly key: Redacted.Redacted
  readonly recipients: ReadonlyArray<string>
  readonly source: Uint8Array
}

export interface SubmissionPorts extends GuardPorts {
  /** Calls back with undefined if a mail may be submitted with the key, or with the refusal. */
  readonly authenticate: (
    key: Redacted.Redacted,
    then: (refused: SubmissionReply | undefined) => void
  ) => void
  /** Calls back with the text of the reply, or with the refusal. */
  readonly submit: (mail: SubmittedMail, then: (reply: string | SubmissionReply) => void) => void
}

export interface SubmissionSettings {
  readonly limits: SubmissionLimits
  readonly certificate: Certificate | undefined
  /** TLS from the first octet. */
  readonly isSecure: boolean
  /** Whether logins may come in clear: nobody else can hear them. */
  readonly isLocal: boolean
  readonly drain: number
  /** Octets of mail that all servers of a process have in hand. */
  readonly held: { octets: number }
}

export interface SubmissionLimits extends ServerLimits {
  /** Octets of mail that is coming in, together. */
  readonly held: number
}

/** As many as a send has. */
const maxRecipients = 50

class SubmissionVisit extends Visit {
  /** Undefined until the login. */
  key: Redacted.Redacted | undefined
}

type Next = (error?: Error | null) => void

/** The user of a login: `telemark`, or the beginning of the key. */
const isUser = (username: string, password: string): boolean =>
  username.toLowerCase() === "telemark" || (username.length >= 8 && password.startsWith(username))

/**
 * Takes mail from applications that log in with an API key (RFC 6409). It relays for nobody else,
 * and says of no address whether it exists.
 */
export class SubmissionServer extends GuardedServer<SubmissionVisit> {
  constructor(
    private readonly settings: SubmissionSettings,
    private readonly ports: SubmissionPorts
  ) {
    const { certificate, drain, isLocal, isSecure, limits } = settings
    super(
      {
        secure: isSecure,
        authMethods: ["PLAIN", "LOGIN"],
        allowInsecureAuth: isLocal,
        authRequiredMessage: "Log in first, with an API key as the password",
        hideDSN: true,
        maxRecipients
      },
      { certificate, drain, limits, makeVisit: (...visit) => new SubmissionVisit(...visit) },
      ports
    )
    // Handshakes come before admission.
    if (isSecure) this.server.maxConnections = limits.connections
  }

  override onAuth(
    login: SMTPServerAuthentication,
    { id }: SMTPServerSession,
    next: (error: Error | null, response?: SMTPServerAuthenticationResponse) => void
  ): void {
    const { password, username } = {
      password: login.password ?? "",
      username: login.username ?? ""
    }
    const visit = this.visits.get(id)
    if (visit === undefined || !isUser(username, password)) return next(wrongLogin)
    const key = Redacted.make(password)
    this.ports.authenticate(key, (refused) => {
      if (refused !== undefined) return next(refused)
      visit.key = key
      next(null, { user: "telemark" })
    })
  }

  override onMailFrom(_from: SMTPServerAddress, { id }: SMTPServerSession, next: Next): void {
    const visit = this.visits.get(id)
    next(visit?.mayBring === true ? null : enoughMessages)
  }

  override onRcptTo({ address }: SMTPServerAddress, _: SMTPServerSession, next: Next): void {
    next(isAddress(address) ? null : badRecipient)
  }

  override onData(
    stream: SMTPServerDataStream,
    { envelope, id }: SMTPServerSession,
    next: (error?: Error | null, message?: string) => void
  ): void {
    const visit = this.visits.get(id)
    const { held, limits } = this.settings
    const endOfTime = this.beginMessage(id, stream)
    const gathered = new GatheredOctets()
    let own = 0
    let isTooMuch = false
    const release = (): void => {
      held.octets -= own
      own = 0
      gathered.clear()
    }
    stream.on("data", (chunk: Buffer) => {
      if (isTooMuch || stream.sizeExceeded) return
      isTooMuch = held.octets + chunk.length > limits.held
      if (isTooMuch) return release()
      gathered.add(chunk)
      own += chunk.length
      held.octets += chunk.length
    })
    stream.once("error", release)
    stream.once("close", () => {
      if (!stream.readableEnded) release()
    })
    stream.once("end", () => {
      endOfTime()
      if (stream.sizeExceeded || isTooMuch || visit?.key === undefined) {
        release()
        next(isTooMuch ? noMemory : null)
        return this.endMessage(id)
      }
      const recipients = envelope.rcptTo.map(({ address }) => address)
      const mail = { key: visit.key, recipients, source: gathered.take() }
      this.ports.submit(mail, (reply) => {
        release()
        if (reply instanceof SubmissionReply) next(reply)
        else {
          visit.endMessage()
          next(null, reply)
        }
        this.endMessage(id)
      })
    })
  }
}
