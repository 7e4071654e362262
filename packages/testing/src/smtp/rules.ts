/** Where in a conversation a rule can step in: before the server would answer there. */
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

/** When a rule applies; without these it always does. */
export interface RuleLimits {
  /** Only to messages for this recipient, an address or a local part in any case; from `rcpt` on. Of several, the last one named counts. */
  readonly to?: string | undefined
  /** Only to messages from this sender, an address or a domain in any case; from `mail` on. */
  readonly from?: string | undefined
  /** Only so many times. Then the next rule counts, or the server does what it is asked. */
  readonly times?: number | undefined
}

/** What the server does instead of what it is asked. */
export type PeerRule = RuleLimits & { readonly at: PeerStage } & (
  /** Sends these lines as they are; they may be anything but SMTP. `stays`: it keeps the connection even after a 421. */
  | { readonly does: "say"; readonly text: string; readonly stays?: boolean | undefined }
  /** Says nothing, and keeps the connection. `keep`: it took the message that had just ended. */
  | { readonly does: "stall"; readonly keep: boolean }
  /** Hangs up: orderly, or with a reset. */
  | { readonly does: "cut"; readonly how: "fin" | "rst"; readonly keep: boolean }
)

/** What `say` is told. */
export interface SayingLimits extends RuleLimits {
  /** Keeps the connection after a 421, as servers do that mean one sender by it; false by default. */
  readonly stays?: boolean | undefined
}

/**
 * Answers with a reply such as `550 5.1.1 No such user` (RFC 5321 4.2), or with anything else: `say("greeting", "554 No")`,
 * `say("end_of_data", "452 4.3.1 Disk full", { times: 1 })`. After a 421 it hangs up, unless `stays` is true.
 */
export const say = (at: PeerStage, text: string, limits: SayingLimits = {}): PeerRule => ({ at, does: "say", text, ...limits })

/** What `stall` and `cut` are told. */
export interface KeepingLimits extends RuleLimits {
  /** At `end_of_data`: whether it took the message; false by default. */
  readonly keep?: boolean | undefined
}

/** Never answers there: `stall("mail")`, `stall("end_of_data", { keep: true })`. The connection stays open. */
export const stall = (at: PeerStage, { keep = false, ...limits }: KeepingLimits = {}): PeerRule => ({ at, does: "stall", keep, ...limits })

/** Hangs up instead of answering, with a reset or in good order (`fin`): `cut("data")`, `cut("message")` in the middle of the mail. */
export const cut = (at: PeerStage, how: "fin" | "rst" = "rst", { keep = false, ...limits }: KeepingLimits = {}): PeerRule =>
  ({ at, does: "cut", how, keep, ...limits })

/**
 * Hangs up after the final dot, so that the sender can't tell whether the mail was taken (RFC 1047): `cutAfterFinalDot({ times: 1 })`
 * has a sender that tries again send it once, or twice with `keep: true`.
 */
export const cutAfterFinalDot = (limits: KeepingLimits = {}): PeerRule => cut("end_of_data", "rst", limits)

/** Refuses this recipient for good: `refuse("nobody@example.com")`, `refuse("full@example.com", "552 5.2.2 Mailbox full")`. */
export const refuse = (to: string, reply = "550 5.1.1 No such user", limits: Omit<RuleLimits, "to"> = {}): PeerRule =>
  say("rcpt", reply, { ...limits, to })

/** Refuses this recipient for now, each time: `defer("slow@example.com")`, `defer("ada@example.com", "450 4.2.1 Busy", { times: 2 })`. */
export const defer = (to: string, reply = "451 4.3.0 Try again later", limits: Omit<RuleLimits, "to"> = {}): PeerRule =>
  say("rcpt", reply, { ...limits, to })

/** Refuses the recipient for now so many times, then takes the mail: `greylist(1)`, `greylist(2, { to: "slow@example.com" })`. */
export const greylist = (times: number, limits: Omit<RuleLimits, "times"> = {}): PeerRule =>
  say("rcpt", "451 4.7.1 Greylisted, come back later", { ...limits, times })

/** Whether a rule is about this sender: by its address, or by its domain alone. */
const isFrom = ({ from }: PeerRule, sender: string): boolean => {
  if (from === undefined) return true
  const named = from.includes("@") ? sender : sender.slice(sender.lastIndexOf("@") + 1)
  return from.toLowerCase() === named.toLowerCase()
}

/** Whether a rule is about this recipient: by its address, or by its local part alone. */
const isAbout = ({ to }: PeerRule, recipient: string): boolean => {
  if (to === undefined) return true
  const named = to.includes("@") ? recipient : recipient.slice(0, recipient.lastIndexOf("@"))
  return to.toLowerCase() === named.toLowerCase()
}

/** Rules in their order of precedence, each with the number of times it has still to be followed. */
export class Rules {
  readonly #rules: ReadonlyArray<{ readonly rule: PeerRule; left: number }>

  constructor(rules: ReadonlyArray<PeerRule>) {
    this.#rules = rules.map((rule) => ({ rule, left: rule.times ?? Infinity }))
  }

  /** The rule to follow here, counted as followed; undefined if the server does as it is asked. */
  take(stage: PeerStage, recipient: string, sender: string): PeerRule | undefined {
    const found = this.#rules.find(({ left, rule }) => left > 0 && rule.at === stage && isAbout(rule, recipient) && isFrom(rule, sender))
    if (found !== undefined) found.left--
    return found?.rule
  }
}
