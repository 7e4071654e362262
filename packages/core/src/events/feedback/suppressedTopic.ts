import type { FeedbackChange } from "./FeedbackStore.js"

/**
 * Which of a recipient's mail a report suppresses: only the message's topic if the recipient
 * unsubscribed, otherwise all of it (null). A dead address is dead for all mail, and who reports
 * spam is left alone.
 */
export const suppressedTopic = (
  reason: FeedbackChange["suppress"],
  topic: string | null
): string | null => (reason === "unsubscribe" ? topic : null)
