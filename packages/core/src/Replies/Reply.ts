/** Where in the conversation with the next hop something happened. */
export type Stage = "connect" | "greeting" | "tls" | "auth" | "mail" | "rcpt" | "data" | "end_of_data"

const beforeMessage: ReadonlySet<Stage> = new Set<Stage>(["connect", "greeting", "tls", "auth"])

/** Stages that come before anything about a message was said; at the others, a server answers to the message itself. */
export const isBeforeMessage = (stage: Stage): boolean => beforeMessage.has(stage)

/** An enhanced code (RFC 3463) inside words: not a part of an IP address, a version or a host name; the full stop of a sentence may follow. */
export const enhancedCodes = /(?<![\w./])[245]\.\d{1,3}\.\d{1,3}(?!\.?\w)/g

/** An SMTP reply (RFC 5321 4.2) with its enhanced code (RFC 3463), if it has one. */
export interface Reply {
  readonly code: number
  readonly enhanced: string | null
  /** The text without the codes, on one line, at most 1,000 characters. */
  readonly text: string
}

/** A reply as the log has it: its codes once, then its text. */
export const formatReply = ({ code, enhanced, text }: Reply): string =>
  [String(code), enhanced, text].filter((part) => part !== null && part !== "").join(" ")

/** The addresses of the message that a reply answers: a reply that names one of them says whom it is about. */
export interface Envelope {
  readonly sender: string
  readonly recipient: string
}
