import { Schema } from "effect"
import { defineError, members } from "../defineError.js"

/** There is no mail server through which a captured mail could be sent. */
export class NoReleaseServer extends defineError("NoReleaseServer", {
  status: 400,
  code: "no_release_server",
  description:
    "There is no mail server to send a captured mail through; `message` says how to have one. Nothing was sent.",
  message:
    "There is no mail server to send it through: mail is captured here. Save an SMTP server of your own (POST /smtp-config), or ask the operator to set TELEMARK_SMTP_URL beside TELEMARK_TRANSPORT=capture."
}) {}

/** The mail server didn't accept a captured mail. */
export class ReleaseFailed extends defineError("ReleaseFailed", {
  status: 400,
  code: "release_failed",
  description: "The mail server didn't accept a captured mail; `message` says why.",
  members: members<{
    /** What went wrong, in a sentence for people. */
    readonly why: string
  }>(),
  details: {
    smtp_response: Schema.NullOr(Schema.String).annotate({
      description: "The mail server's reply; null if there was none."
    })
  },
  message: ({ why }) => why
}) {}
