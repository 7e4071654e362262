import { TrackingSettings, UpdateTracking } from "../Tracking/index.js"
import { operation } from "./Operation.js"

export const tracking = {
  /** Returns what is tracked of the tenant's mail unless a send says otherwise. */
  get: operation({
    method: "GET",
    path: "/tracking",
    scope: "tracking:read",
    summary: "Get what is tracked of mail",
    response: TrackingSettings,
    answers: {
      200: "What is tracked unless a send says otherwise with `track`; nothing, if it was never changed."
    },
    mark: "available"
  }),
  /** Changes it for sends from now on. */
  update: operation({
    method: "PUT",
    path: "/tracking",
    scope: "tracking:write",
    summary: "Change what is tracked of mail",
    description: "Applies to sends from now on. Members that you leave out stay as they are.",
    body: UpdateTracking,
    response: TrackingSettings,
    answers: { 200: "What is tracked, after the change." },
    mark: "available",
    repeat: "always",
    examples: { clicks: { clicks: true }, nothing: { opens: false, clicks: false } }
  })
} as const
