import { type Answer, jsonAnswer } from "../answers/Answer.js"

/** Another site's page wants to change something, or a program that sends no `Origin`. */
export const crossOriginAnswer: Answer = jsonAnswer(403, {
  error: "Cross-origin request",
  message:
    "Only pages of this dashboard may change something with its session. Programs send an API key as `Authorization: Bearer <key>`."
})
