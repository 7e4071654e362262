import { Data } from "effect"

/** The URL doesn't name an SMTP server. The message says what is wrong, and never repeats the URL: it may hold a password. */
export class InvalidSmtpUrl extends Data.TaggedError("InvalidSmtpUrl")<{
  /** What is wrong with it. */
  readonly reason: string
}> {
  readonly code = "invalid_smtp_url"

  override get message(): string {
    return `The SMTP URL ${this.reason}. It takes smtp://user:password@host:587 or smtps://user:password@host:465; ` +
      "user and password may be left out, their special characters must be percent-encoded, " +
      "and ?tls=required, ?tls=opportunistic or ?tls=none may follow."
  }
}
