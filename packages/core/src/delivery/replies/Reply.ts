/** The local part of a return path is this and a token. */
export const returnPathPrefix = "b+"

/** A token has 39 characters of base32, in lower case, in which replies may be compared. */
const returnPath = /^<?b\+[a-z2-7]{39}@/

/**
 * Whether an address, in lower case and perhaps in angle brackets, has the form of a message's
 * return path.
 */
export const isReturnPath = (address: string): boolean => returnPath.test(address)

export type Stage =
  | "connect"
  | "greeting"
  | "tls"
  | "auth"
  | "mail"
  | "rcpt"
  | "data"
  | "end_of_data"

const beforeMessage: ReadonlySet<Stage> = new Set<Stage>(["connect", "greeting", "tls", "auth"])

/**
 * Whether the stage precedes any message; at later stages, the server replies to the message
 * itself.
 */
export const isBeforeMessage = (stage: Stage): boolean => beforeMessage.has(stage)

/**
 * Enhanced codes (RFC 3463) in a text: not part of an IP address, a version or a host name; a full
 * stop may follow.
 */
export const enhancedCodes = /(?<![\w./])[245]\.\d{1,3}\.\d{1,3}(?!\.?\w)/g

/** An SMTP reply (RFC 5321 4.2) with its enhanced code (RFC 3463), if any. */
export interface Reply {
  readonly code: number
  readonly enhanced: string | null
  /** The text without the codes, on one line, at most 1,000 characters. */
  readonly text: string
}

/** A reply for the log: its codes once, then its text. */
export const formatReply = ({ code, enhanced, text }: Reply): string =>
  [String(code), enhanced, text].filter((part) => part !== null && part !== "").join(" ")

/** The addresses of a message: a reply that contains one of them shows whom it concerns. */
export interface Envelope {
  readonly sender: string
  readonly recipient: string
}
