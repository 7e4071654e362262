import { foldAddress } from "@telemark/contract"

/** Where a rule applies, before the server answers. */
export type PeerStage =
  | "greeting"
  | "ehlo"
  | "starttls"
  | "auth"
  | "mail"
  | "rcpt"
  | "data"
  /** After the first bytes of the message, before its end. */
  | "message"
  /** After the final dot. */
  | "end_of_data"
  | "rset"
  | "quit"

/** Without any of these, a rule always applies. */
export interface RuleLimits {
  /**
   * Only for this recipient, an address or a local part in any case; from `rcpt` on. Of several,
   * the last.
   */
  readonly to?: string | undefined
  /** Only for this sender, an address or a domain in any case; from `mail` on. */
  readonly from?: string | undefined
  /** Only this many times. */
  readonly times?: number | undefined
}

/** What the server does instead of obeying. */
export type PeerRule = RuleLimits & { readonly at: PeerStage } &
  /** Sends this text as it is. `stays`: keeps the connection open even after a 421. */
  (
    | { readonly does: "say"; readonly text: string; readonly stays?: boolean | undefined }
    /** Doesn't answer. `keep`: accepts the message that has just ended. */
    | { readonly does: "stall"; readonly keep: boolean }
    /** With FIN or with a reset. */
    | { readonly does: "cut"; readonly how: "fin" | "rst"; readonly keep: boolean }
  )

export interface SayingLimits extends RuleLimits {
  /** Keeps the connection open after a 421, like servers that reject only one sender with it. */
  readonly stays?: boolean | undefined
}

/**
 * Sends a reply such as `550 5.1.1 No such user` (RFC 5321 4.2), or any other text:
 * `say("end_of_data", "452 4.3.1 Disk full", { times: 1 })`. Hangs up after a 421, unless `stays`
 * is true.
 */
export const say = (at: PeerStage, text: string, limits: SayingLimits = {}): PeerRule => ({
  at,
  does: "say",
  text,
  ...limits
})

export interface KeepingLimits extends RuleLimits {
  /** At `end_of_data`: whether the server accepts the message; false by default. */
  readonly keep?: boolean | undefined
}

/** Never answers: `stall("mail")`, `stall("end_of_data", { keep: true })`. */
export const stall = (
  at: PeerStage,
  { keep = false, ...limits }: KeepingLimits = {}
): PeerRule => ({ at, does: "stall", keep, ...limits })

/**
 * Closes the connection instead of answering, with a reset or with `fin`: `cut("message")` in the
 * middle of the message.
 */
export const cut = (
  at: PeerStage,
  how: "fin" | "rst" = "rst",
  { keep = false, ...limits }: KeepingLimits = {}
): PeerRule => ({ at, does: "cut", how, keep, ...limits })

/**
 * Closes the connection after the final dot: the sender can't tell whether the message was accepted
 * (RFC 1047), and delivers it once, with `keep: true` twice.
 */
export const cutAfterFinalDot = (limits: KeepingLimits = {}): PeerRule =>
  cut("end_of_data", "rst", limits)

/** Rejects a recipient permanently: `refuse("full@example.com", "552 5.2.2 Mailbox full")`. */
export const refuse = (
  to: string,
  reply = "550 5.1.1 No such user",
  limits: Omit<RuleLimits, "to"> = {}
): PeerRule => say("rcpt", reply, { ...limits, to })

/**
 * Rejects a recipient temporarily, each time: `defer("ada@example.com", "450 4.2.1 Busy", { times:
 * 2 })`.
 */
export const defer = (
  to: string,
  reply = "451 4.3.0 Try again later",
  limits: Omit<RuleLimits, "to"> = {}
): PeerRule => say("rcpt", reply, { ...limits, to })

/** Rejects recipients temporarily `times` times, then accepts: `greylist(1)`. */
export const greylist = (times: number, limits: Omit<RuleLimits, "times"> = {}): PeerRule =>
  say("rcpt", "451 4.7.1 Greylisted, come back later", { ...limits, times })

const isSame = (one: string, other: string): boolean => foldAddress(one) === foldAddress(other)

const isFrom = ({ from }: PeerRule, sender: string): boolean =>
  from === undefined ||
  isSame(from, from.includes("@") ? sender : sender.slice(sender.lastIndexOf("@") + 1))

const isAbout = ({ to }: PeerRule, recipient: string): boolean =>
  to === undefined ||
  isSame(to, to.includes("@") ? recipient : recipient.slice(0, recipient.lastIndexOf("@")))

/** In order of precedence, each with the number of times it still applies. */
export class Rules {
  readonly #rules: ReadonlyArray<{ readonly rule: PeerRule; left: number }>

  constructor(rules: ReadonlyArray<PeerRule>) {
    this.#rules = rules.map((rule) => ({ rule, left: rule.times ?? Infinity }))
  }

  /** Counts the rule as used. */
  take(stage: PeerStage, recipient: string, sender: string): PeerRule | undefined {
    const found = this.#rules.find(
      ({ left, rule }) =>
        left > 0 && rule.at === stage && isAbout(rule, recipient) && isFrom(rule, sender)
    )
    if (found !== undefined) found.left--
    return found?.rule
  }
}
