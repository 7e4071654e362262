import { Data } from "effect"

/** There is no mail server through which a captured mail could be sent. */
export class NoReleaseServer extends Data.TaggedError("NoReleaseServer")<{}> {
  readonly code = "no_release_server"

  override get message(): string {
    return "There is no mail server to send it through: mail is captured here. Save an SMTP server of your own (POST /smtp-config), or ask the operator to set TELEMARK_SMTP_URL beside TELEMARK_TRANSPORT=capture."
  }
}

/** The mail server didn't accept a captured mail. */
export class ReleaseFailed extends Data.TaggedError("ReleaseFailed")<{
  /** What went wrong, in a sentence for people. */
  readonly why: string
  /** The mail server's reply; null if there was none. */
  readonly smtp_response: string | null
}> {
  readonly code = "release_failed"

  override get message(): string {
    return this.why
  }
}
