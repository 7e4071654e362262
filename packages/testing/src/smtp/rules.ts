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
  /** Only to messages for this local part; from `rcpt` on. */
  readonly to?: string
  /** Only so many times. Then the next rule counts, or the server does what it is asked. */
  readonly times?: number
}

/** What the server does instead of what it is asked. */
export type PeerRule = RuleLimits & { readonly at: PeerStage } & (
  /** Sends these lines as they are; they may be anything but SMTP. */
  | { readonly does: "say"; readonly text: string }
  /** Says nothing, and keeps the connection. `keep`: it took the message that had just ended. */
  | { readonly does: "stall"; readonly keep: boolean }
  /** Hangs up: orderly, or with a reset. */
  | { readonly does: "cut"; readonly how: "fin" | "rst"; readonly keep: boolean }
)

/** Answers with a reply such as `550 5.1.1 No such user`, or with anything else. */
export const say = (at: PeerStage, text: string, limits: RuleLimits = {}): PeerRule => ({ at, does: "say", text, ...limits })

type Keeping = RuleLimits & { readonly keep?: boolean }

/** Never answers; with `keep`, after having taken the message. */
export const stall = (at: PeerStage, { keep = false, ...limits }: Keeping = {}): PeerRule => ({ at, does: "stall", keep, ...limits })

/** Hangs up instead of answering; with `keep`, after having taken the message. */
export const cut = (at: PeerStage, how: "fin" | "rst", { keep = false, ...limits }: Keeping = {}): PeerRule =>
  ({ at, does: "cut", how, keep, ...limits })

/** Refuses the recipient for now so many times, then takes the mail. */
export const greylist = (times: number, limits: Omit<RuleLimits, "times"> = {}): PeerRule =>
  say("rcpt", "451 4.7.1 Greylisted, come back later", { ...limits, times })

/** Rules in their order of precedence, each with the number of times it has still to be followed. */
export class Rules {
  readonly #rules: ReadonlyArray<{ readonly rule: PeerRule; left: number }>

  constructor(rules: ReadonlyArray<PeerRule>) {
    this.#rules = rules.map((rule) => ({ rule, left: rule.times ?? Infinity }))
  }

  /** The rule to follow here, counted as followed; undefined if the server does as it is asked. */
  take(stage: PeerStage, localPart: string | undefined): PeerRule | undefined {
    const found = this.#rules.find(({ left, rule }) =>
      left > 0 && rule.at === stage && (rule.to === undefined || rule.to.toLowerCase() === localPart?.toLowerCase()))
    if (found !== undefined) found.left--
    return found?.rule
  }
}
