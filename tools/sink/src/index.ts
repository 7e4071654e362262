/**
 * An SMTP server that throws mail away, for what is measured: it answers at once and does no more
 * than find where a message ends.
 */
export { type SinkNotes, startSink, type TakenMessage } from "./startSink.js"

/**
 * The program that runs one in a process of its own, so that its work isn't counted as the
 * sender's; see there.
 */
export const countingSink = new URL("countingSink.ts", import.meta.url)
