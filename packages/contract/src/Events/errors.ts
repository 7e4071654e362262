import { defineError, unavailable } from "../defineError.js"

/**
 * Too many streams of events are open, of this tenant or in this process. Close some, or try again
 * later.
 */
export class EventStreamsBusy extends defineError("EventStreamsBusy", {
  ...unavailable(10),
  description:
    "Too many streams of events are open, of the tenant or in this process. Close those that nobody reads, or try again after `Retry-After`.",
  message:
    "Too many streams of events are open, of this tenant or in this process. Close those that nobody reads, or try again in a moment."
}) {}
