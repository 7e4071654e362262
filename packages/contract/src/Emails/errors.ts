import { Schema } from "effect"
import { defineError, members, retryAfter } from "../defineError.js"

/**
 * The tenant has used up its month, or the whole send doesn't fit into what is left. Nothing was
 * queued.
 */
export class MonthlyLimitExceeded extends defineError("MonthlyLimitExceeded", {
  status: 429,
  code: "Monthly email limit exceeded",
  description: "The month's quota is used up, or the whole send doesn't fit into the rest of it.",
  members: members<{
    /** Seconds until the first of next month, UTC. */
    readonly retryAfterSeconds: number
  }>(),
  message:
    "The monthly email limit is reached, or this send doesn't fit into the rest of it. Nothing was queued.",
  headers: retryAfter((error: { readonly retryAfterSeconds: number }) => error.retryAfterSeconds)
}) {}

/** What the email said is no longer stored. */
export class ContentRemoved extends defineError("ContentRemoved", {
  status: 410,
  code: "content_removed",
  description: "The email's content is no longer stored; its log is.",
  message:
    "The content of this email was removed: it is kept for a limited time only. Its log is still here. To send it again, make a new send."
}) {}

/**
 * The email can't be cancelled. `settled`: it was sent or has failed. `in_hand`: an attempt is
 * under way, which may end unsent.
 */
export class NotCancellable extends defineError("NotCancellable", {
  status: 409,
  code: "not_cancellable",
  description:
    "The email can't be cancelled: it was sent or failed before (`settled`), or an attempt is in flight (`in_hand`).",
  details: { reason: Schema.Literals(["in_hand", "settled"]) },
  message: ({ reason }) =>
    reason === "settled"
      ? "The email can't be cancelled: it was sent, or it has failed."
      : "The email can't be cancelled while an attempt is in flight. Check its status in a moment."
}) {}
