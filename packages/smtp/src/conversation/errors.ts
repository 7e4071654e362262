import { Data } from "effect"

/**
 * The URL doesn't name an SMTP server. The message never repeats the URL, since it may contain a
 * password.
 */
export class InvalidSmtpUrl extends Data.TaggedError("InvalidSmtpUrl")<{
  readonly reason: string
}> {
  readonly code = "invalid_smtp_url"

  override get message(): string {
    return (
      `The SMTP URL ${this.reason}. It takes smtp://user:password@host:587 or smtps://user:password@host:465; ` +
      "user and password may be left out, their special characters must be percent-encoded, " +
      "and ?tls=required, ?tls=opportunistic or ?tls=none may follow."
    )
  }
}
