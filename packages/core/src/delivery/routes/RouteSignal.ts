import { nextWait } from "../../kernel/backOff.js"
import type { DeliveryOutcome, Refusal } from "../message/DeliveryOutcome.js"
import { isBeforeMessage, type Reply } from "../replies/Reply.js"
import { readReply } from "../replies/readReply.js"
import { classify } from "../settlement/classify.js"

/**
 * "Relay access denied", "relaying not permitted", "unable to relay": the server isn't responsible
 * for the recipient's domain.
 */
const relaying = /\brelay/i

/** Whether a refusal concerns relaying: the server may accept other recipients. */
const isAboutRelaying = ({ text }: Reply): boolean => relaying.test(text)

/** What an outcome asks of further mail. */
export interface RouteSignal {
  readonly asks: "nothing" | "accepted" | "slow_down" | "fewer_connections" | "refuses_us"
  /** Whose mail is meant, judging by this outcome alone: the sender's, or all on the route. */
  readonly of: "route" | "sender"
  /** A daily limit: it takes hours to pass. */
  readonly isDaily: boolean
  /**
   * Hardly meant for one sender: the server closed the connection, or says that it refuses our
   * account.
   */
  readonly isPressing: boolean
}

const base: RouteSignal = { asks: "nothing", of: "route", isDaily: false, isPressing: false }

const beforeAnyMessage = (outcome: Refusal): RouteSignal => {
  const { reply, stage } = outcome
  if (classify(outcome).verdict === "hop_refuses_us") return { ...base, asks: "refuses_us" }
  // Servers word their limits alike at every stage.
  const { isDaily = false, verdict } = readReply("mail", reply)
  // Before it has heard anything, a server can only have too many connections, or no time at all.
  if (stage === "greeting") return { ...base, asks: "fewer_connections", isDaily }
  return reply.code === 421 || verdict === "limit" ? { ...base, asks: "slow_down", isDaily } : base
}

const ofMessage = (outcome: Refusal): RouteSignal => {
  const { closed = false, reply } = outcome
  const { about, isDaily = false, verdict } = classify(outcome)
  const ofSender: RouteSignal = { ...base, of: "sender", isDaily }
  if (verdict === "limit")
    return about === "recipient" ? base : { ...ofSender, asks: "slow_down", isPressing: closed }
  if (about === "account" && !isAboutRelaying(reply)) {
    return {
      ...ofSender,
      asks: verdict === "account_refused" ? "refuses_us" : "slow_down",
      isPressing: true
    }
  }
  return reply.code === 421 ? { ...ofSender, asks: "slow_down", isPressing: closed } : base
}

/**
 * Reads what an outcome asks for. A reply before MAIL concerns the route, since it affects every
 * message. A 421, a limit or a refused account at MAIL or later may concern one sender (RFC 5321
 * 3.8 has 421 for all of them; large providers use it for one).
 */
export const signalOf = (outcome: DeliveryOutcome): RouteSignal => {
  switch (outcome._tag) {
    case "Accepted":
      return { ...base, asks: "accepted" }
    case "Unsendable":
      return base
    case "Broken":
      return classify(outcome).verdict === "hop_refuses_us" ? { ...base, asks: "refuses_us" } : base
    case "Refused":
      return isBeforeMessage(outcome.stage) ? beforeAnyMessage(outcome) : ofMessage(outcome)
  }
}

const minute = 60_000
const hour = 60 * minute

/** The first and the maximum back-off, in milliseconds. */
const lengths = {
  slow_down: { first: minute, max: 15 * minute },
  fewer_connections: { first: minute, max: 15 * minute },
  /** A daily limit moves with the hours, or ends at a midnight that the server doesn't tell us. */
  daily: { first: hour, max: 2 * hour },
  /**
   * No longer: somebody unlocks the account or corrects the login, and mail should go soon after.
   */
  refuses_us: { first: 5 * minute, max: 5 * minute }
} as const

export type BackOffSignal = RouteSignal & {
  readonly asks: "slow_down" | "fewer_connections" | "refuses_us"
}

export const asksToWait = (signal: RouteSignal): signal is BackOffSignal =>
  signal.asks !== "nothing" && signal.asks !== "accepted"

/**
 * The length of a back-off, in milliseconds. `last` is the length of the previous one, 0 if the
 * sender or route has recovered since.
 */
export const backOffLength = ({ asks, isDaily }: BackOffSignal, last: number): number =>
  nextWait(lengths[isDaily ? "daily" : asks], last)
