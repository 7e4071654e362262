import type { ServerLimits } from "./admission.js"

export interface VisitPorts {
  readonly cut: (limit: string, text: string) => void
  readonly left: () => void
  readonly after: (millis: number, then: () => void) => () => void
}

export type VisitLimits = Pick<
  ServerLimits,
  "session" | "message" | "messagesPerConnection" | "commandsPerMessage" | "errorsPerConnection"
>

/** One connection, as the limits see it. */
export class Visit {
  private messages = 0
  private commands = 0
  private errors = 0
  private isCut = false
  private readonly timers = new Set<() => void>()
  /** From DATA until its reply. */
  isBusy = false

  constructor(
    readonly address: string,
    private readonly limits: VisitLimits,
    private readonly ports: VisitPorts
  ) {
    this.time(limits.session, "session", "This took too long, connect again")
  }

  /** Mail servers greet at once. */
  get isSilent(): boolean {
    return this.commands === 0 && this.messages === 0 && !this.isCut
  }

  get mayBring(): boolean {
    return this.messages < this.limits.messagesPerConnection
  }

  countCommand(): void {
    if (++this.commands > this.limits.commandsPerMessage)
      this.cut("commands", "Too many commands without a message")
  }

  countError(): void {
    if (++this.errors > this.limits.errorsPerConnection) this.cut("errors", "Too many errors")
  }

  beginData(): () => void {
    this.isBusy = true
    return this.time(this.limits.message, "message", "The message took too long")
  }

  endMessage(): void {
    this.messages++
    this.commands = 0
  }

  cut(limit: string, text: string): void {
    if (this.isCut) return
    this.isCut = true
    this.ports.cut(limit, text)
  }

  leave(): void {
    this.isCut = true
    for (const stop of this.timers) stop()
    this.ports.left()
  }

  private time(millis: number, limit: string, text: string): () => void {
    const cancel = this.ports.after(millis, () => {
      this.cut(limit, text)
    })
    const stop = (): void => {
      this.timers.delete(stop)
      cancel()
    }
    this.timers.add(stop)
    return stop
  }
}
