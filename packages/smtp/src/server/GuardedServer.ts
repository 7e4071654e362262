import {
  SMTPServer,
  type SMTPServerDataStream,
  type SMTPServerOptions,
  type SMTPServerSession
} from "smtp-server"
import type { Socket } from "node:net"
import { dataTurns } from "./DataTurns.js"
import type { Visit, VisitLimits, VisitPorts } from "./Visit.js"
import { Admission, type Admitted, type ServerLimits } from "./admission.js"
import type { Certificate } from "./certificate.js"

export interface GuardPorts {
  /** Counts a connection that was refused or cut because of a limit. */
  readonly refused: (limit: string) => void
  readonly now: () => number
  /** Runs `then` later, unless the function that it returns was called. */
  readonly after: (millis: number, then: () => void) => () => void
}

export interface GuardSettings<V extends Visit> {
  readonly limits: ServerLimits
  readonly certificate: Certificate | undefined
  /** Milliseconds for messages under way when it closes. */
  readonly drain: number
  readonly makeVisit: (address: string, limits: VisitLimits, ports: VisitPorts) => V
}

/**
 * Commands of smtp-server that nobody needs. VRFY answers 252 to everything, as RFC 5321 3.5.3 has
 * it.
 */
const unneeded = ["XCLIENT", "XFORWARD", "WIZ", "SHELL", "KILL"]

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

/** A server on a port that anybody may come to: everything that a connection takes has a limit. */
export class GuardedServer<V extends Visit> extends SMTPServer {
  protected readonly visits: ReadonlyMap<string, V>
  protected isClosing = false
  private readonly admission: Admission
  private readonly known: Map<string, V>

  constructor(
    options: SMTPServerOptions,
    private readonly guard: GuardSettings<V>,
    private readonly guardPorts: GuardPorts
  ) {
    const { certificate, drain, limits } = guard
    const visits = new Map<string, V>()
    super({
      heloResponse: "%s",
      size: limits.messageSize,
      rejectOversized: true,
      hideENHANCEDSTATUSCODES: false,
      disableReverseLookup: true,
      maxCommandLength: 4_096,
      minVersion: "TLSv1.2",
      socketTimeout: limits.idle,
      closeTimeout: drain,
      logger: countingLogger((id) => (typeof id === "string" ? visits.get(id) : undefined)),
      ...certificate,
      ...options,
      disabledCommands: [
        ...unneeded,
        ...(options.disabledCommands ?? []),
        ...(certificate === undefined ? ["STARTTLS"] : [])
      ]
    })
    this.visits = visits
    this.known = visits
    this.admission = new Admission(limits)
    // Failed handshakes and connections that break off.
    this.on("error", () => {})
  }

  /**
   * When all places are taken, who has said nothing for longest leaves for who comes: a few
   * machines that only connect would keep all others out. Nobody gets a place beyond its own.
   */
  private admit(remote: string | undefined): Admitted {
    const admitted = this.admission.enter(remote, this.guardPorts.now())
    if (admitted._tag === "Admitted" || !this.admission.isFullForOthers(remote)) return admitted
    const silent = [...this.visits.values()].find(({ isSilent }) => isSilent)
    if (silent === undefined) return admitted
    silent.cut("silent", "Others wait, connect again")
    silent.leave()
    return this.admission.enter(remote, this.guardPorts.now())
  }

  override connect(socket: Socket, options?: { readonly id?: string }): void {
    const id = options?.id
    if (socket.destroyed || id === undefined) return
    const admitted = this.isClosing ? undefined : this.admit(socket.remoteAddress)
    if (admitted?._tag !== "Admitted") {
      if (admitted !== undefined) this.guardPorts.refused(admitted.limit)
      socket.on("error", () => {})
      socket.write("421 4.7.0 Too many connections, try again later\r\n")
      socket.destroySoon()
      return
    }
    const visit = this.guard.makeVisit(admitted.address, this.guard.limits, {
      cut: (limit, text) => {
        this.guardPorts.refused(limit)
        this.hangUp(id, text)
      },
      left: admitted.leave,
      after: this.guardPorts.after
    })
    this.known.set(id, visit)
    super.connect(socket, options ?? null)
  }

  override onClose({ id }: SMTPServerSession): void {
    this.visits.get(id)?.leave()
    this.known.delete(id)
  }

  /** To be called when a message comes in; what it returns, when all of it is there. */
  protected beginMessage(id: string, stream: SMTPServerDataStream): () => void {
    const visit = this.visits.get(id)
    dataTurns.take(stream)
    stream.on("data", () => {
      // Who goes on behind what would be refused anyway gets no reply.
      if (stream.byteLength > 2 * this.guard.limits.messageSize)
        visit?.cut("message_size", "The message is too large")
    })
    return visit?.beginData() ?? (() => {})
  }

  /** To be called when a message is over. */
  protected endMessage(id: string): void {
    const visit = this.visits.get(id)
    if (visit !== undefined) visit.isBusy = false
    if (this.isClosing) this.hangUp(id, "Server shutting down")
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
