import { Data } from "effect"
import { withMeant } from "../Validation/index.js"

/** There is no such resource, or it belongs to another tenant; the error doesn't say which. */
export class NotFound extends Data.TaggedError("NotFound")<{}> {
  readonly code = "not_found"

  override get message(): string {
    return "There is no such resource."
  }
}

/** The body exceeds its limit. */
export class PayloadTooLarge extends Data.TaggedError("PayloadTooLarge")<{}> {
  readonly code = "Payload too large"

  override get message(): string {
    return "The request body is too large: it may have 15 MiB where mail is sent, 10 MiB for imports, 5 MiB for templates and providers' calls, and 1 MiB elsewhere."
  }
}

/** Too many large bodies are being read at once. */
export class LargeBodiesBusy extends Data.TaggedError("LargeBodiesBusy")<{}> {
  readonly code = "Service unavailable"

  override get message(): string {
    return "Too many large requests are being read at once. Nothing was done; try again in a moment."
  }
}

/** The path exists, but not with this method. */
export class MethodNotAllowed extends Data.TaggedError("MethodNotAllowed")<{
  /** The methods that the path supports. */
  readonly allow: ReadonlyArray<string>
  /** The operation that was probably meant: `POST /v1/emails/send`. */
  readonly meant?: string | undefined
}> {
  readonly code = "Method not allowed"

  override get message(): string {
    return withMeant(`The path takes ${this.allow.join(", ")}, and not this method.`, this.meant)
  }
}

/** The server failed. Its log has the cause, under the request's id. */
export class InternalError extends Data.TaggedError("InternalError")<{
  readonly request_id: string
}> {
  readonly code = "Internal error"

  override get message(): string {
    return `The request failed on the server's side. Its log has the cause under the request id ${this.request_id}.`
  }
}

/** A tenant of that name exists already. */
export class TenantExists extends Data.TaggedError("TenantExists")<{}> {
  readonly code = "tenant_exists"

  override get message(): string {
    return "A tenant of that name exists already. Choose another name, or use the existing tenant."
  }
}
