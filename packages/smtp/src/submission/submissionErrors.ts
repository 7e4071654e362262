import { Data } from "effect"

/** The server for submitted mail can't listen on its port. */
export class SubmissionListenFailed extends Data.TaggedError("SubmissionListenFailed")<{
  readonly host: string
  readonly port: number
  /** The system's error code, such as `EADDRINUSE`. */
  readonly reason: string
}> {
  readonly code = "submission_listen_failed"

  override get message(): string {
    const at = `${this.host}:${String(this.port)}`
    switch (this.reason) {
      case "EADDRINUSE":
        return `Port ${String(this.port)} of ${this.host}, where applications should submit mail, is in use already. Stop that program, or choose another port.`
      case "EACCES":
        return `This user may not listen on port ${String(this.port)} for submitted mail. Choose a port from 1024 up, such as 2587.`
      default:
        return `Mail can't be submitted at ${at} (${this.reason}). Check the host and the port.`
    }
  }
}

/** Logins would come in clear from other machines, or the certificate can't be used. */
export class SubmissionNotSafe extends Data.TaggedError("SubmissionNotSafe")<{
  readonly message: string
}> {
  readonly code = "submission_not_safe"
}
