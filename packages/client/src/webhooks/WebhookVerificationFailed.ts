/**
 * Why a request was refused. `missing_header`, `malformed_header`: not Telemark's request, or
 * without its headers. `malformed_secret`: not a webhook secret. `expired`: the timestamp is too
 * far from now. `mismatch`: no given secret signed this body. `malformed_body`: not the raw body,
 * or not an event.
 */
export type WebhookVerificationReason =
  | "missing_header"
  | "malformed_header"
  | "malformed_secret"
  | "expired"
  | "mismatch"
  | "malformed_body"

/** Answer the request with 400. The message says what to do and repeats nothing of the input. */
export class WebhookVerificationFailed extends Error {
  readonly _tag = "WebhookVerificationFailed"
  override readonly name = "WebhookVerificationFailed"
  readonly code = "webhook_verification_failed"

  constructor(
    readonly reason: WebhookVerificationReason,
    message: string
  ) {
    super(message)
  }
}
