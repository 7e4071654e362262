import { Data } from "effect"

/** The HTTP server can't listen on the configured address. */
export class ListenFailed extends Data.TaggedError("ListenFailed")<{
  readonly host: string
  readonly port: number
  /** The system's error code, such as `EADDRINUSE`. */
  readonly reason: string
}> {
  readonly code = "listen_failed"

  override get message(): string {
    switch (this.reason) {
      case "EADDRINUSE":
        return (
          `Port ${this.port} of ${this.host} is in use already, perhaps by another Telemark. ` +
          "Stop the program that uses it, or set TELEMARK_PORT to another port."
        )
      case "EACCES":
        return `This user may not listen on port ${this.port}. Set TELEMARK_PORT to a port from 1024 up, or let a reverse proxy listen on that port.`
      case "EADDRNOTAVAIL":
      case "ENOTFOUND":
      case "EAI_AGAIN":
      case "EINVAL":
        return `${this.host} is not an address of this machine. Set TELEMARK_HOST to one that is, or to 0.0.0.0 for all of them.`
      default:
        return `The server can't listen on port ${this.port} of ${this.host} (${this.reason}). Check TELEMARK_HOST and TELEMARK_PORT.`
    }
  }
}
