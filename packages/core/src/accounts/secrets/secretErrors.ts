import { Data } from "effect"

/** No key was given to seal secrets with, and the storage can't keep one. */
export class SecretMissing extends Data.TaggedError("SecretMissing")<{}> {
  readonly code = "secret_missing"

  override get message(): string {
    return (
      "A secret is needed: 32 random bytes in base64, such as those of `openssl rand -base64 32`. The server takes it from " +
      "TELEMARK_SECRET, createTelemark as `secret`. It must be the same in every process on this database; keep it apart from the database's backups."
    )
  }
}

/** The given secret can't be used. The message never repeats it. */
export class InvalidSecret extends Data.TaggedError("InvalidSecret")<{}> {
  readonly code = "invalid_secret"

  override get message(): string {
    return "The secret must be 32 bytes in base64, such as those of `openssl rand -base64 32`; separate several with commas, the one to encrypt with first."
  }
}

/**
 * A stored secret can't be opened. `unknown_key`: its key isn't among those given; `damaged`: it
 * isn't what was stored at this location.
 */
export class SecretUnreadable extends Data.TaggedError("SecretUnreadable")<{
  readonly reason: "unknown_key" | "damaged"
}> {
  readonly code = "secret_unreadable"

  override get message(): string {
    return this.reason === "unknown_key"
      ? "A stored secret was encrypted with a key that isn't known here. Add that key to TELEMARK_SECRET, after the present one."
      : "A stored secret is damaged, or was copied from another row. Save it again."
  }
}
