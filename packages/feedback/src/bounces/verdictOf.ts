import { type Envelope, readReply, type Reply, type Stage, type Verdict } from "@telemark/core"

interface Failure {
  readonly reply?: Reply | undefined
  /**
   * If they contain no reply, such as those of a server about its own mailboxes; at most 1,000
   * characters count.
   */
  readonly words?: string | undefined
  readonly status?: string | undefined
  /** `rcpt` by default, as most refusals come there. */
  readonly stage?: Stage | undefined
  readonly envelope?: Envelope | undefined
  /** The message failed at a member of the alias that it was sent to. */
  readonly isMember?: boolean | undefined
}

/** A verdict that doesn't suppress instead. */
const withDoubt = (verdict: Verdict): Verdict =>
  verdict === "invalid_recipient" ? "recipient_refused" : verdict

const verdictAsSaid = ({
  envelope,
  reply,
  stage = "rcpt",
  status,
  words = ""
}: Failure): Verdict => {
  const read = (said: Reply) => readReply(stage, said, envelope).verdict
  const ranOut = status?.startsWith("4") === true
  if (reply === undefined) {
    if (ranOut) return "transient"
    return read({
      code: 550,
      enhanced: status?.startsWith("5") === true ? status : null,
      text: words.slice(0, 1_000)
    })
  }
  const own = read(reply)
  if (ranOut) return own === "undetermined" ? "transient" : withDoubt(own)
  if (own !== "undetermined" || reply.enhanced !== null || status?.startsWith("5") !== true)
    return own
  return withDoubt(read({ ...reply, enhanced: status }))
}

/**
 * What a final failure means. A code inside the quoted reply takes precedence over the Status
 * field, which many servers derive from the reply code alone: beside the words of another server, a
 * Status doesn't suppress. Nor does a Status of 4.x.x, which means that the time ran out (RFC 3463
 * 2), nor a member of an alias: the alias has others.
 */
export const verdictOf = (failure: Failure): Verdict => {
  const verdict = verdictAsSaid(failure)
  return failure.isMember === true ? withDoubt(verdict) : verdict
}
