/**
 * Why a request was refused. `missing_header`, `malformed_header`: it isn't one of Telemark's, or came without its headers;
 * `malformed_secret`: what was given is no webhook secret; `expired`: its timestamp is too far from now; `mismatch`: nobody who has
 * the secret signed this body; `malformed_body`: what was given isn't the raw body, or what was signed is no event.
 */
export type WebhookVerificationReason =
  | "missing_header"
  | "malformed_header"
  | "malformed_secret"
  | "expired"
  | "mismatch"
  | "malformed_body"

/** The request is not to be trusted: answer it with 400. The message says what to do, and repeats nothing of what was given. */
export class WebhookVerificationFailed extends Error {
  readonly _tag = "WebhookVerificationFailed"
  override readonly name = "WebhookVerificationFailed"
  readonly code = "webhook_verification_failed"

  constructor(readonly reason: WebhookVerificationReason, message: string) {
    super(message)
  }
}
