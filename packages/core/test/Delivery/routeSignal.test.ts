import {
  type BrokenReason,
  DeliveryOutcome,
  type RouteSignal,
  signalOf,
  type Stage
} from "@telemark/core"
import { describe, expect, it } from "vitest"

const refused = (stage: Stage, reply: string, closed?: boolean) => {
  const [, code = "", enhanced = null, text = ""] =
    /^(\d{3}) (?:(\d\.\d+\.\d+) )?(.*)$/.exec(reply) ?? []
  return DeliveryOutcome.Refused({
    provider: "smtp",
    stage,
    reply: { code: Number(code), enhanced, text },
    ...(closed === undefined ? {} : { closed })
  })
}
const broken = (stage: Stage, reason: BrokenReason) =>
  DeliveryOutcome.Broken({ provider: "smtp", stage, reason, ambiguous: false })

const nothing = { asks: "nothing" } as const
const lessOfRoute = { asks: "slow_down", of: "route" } as const
const fewerConnections = { asks: "fewer_connections", of: "route" } as const
const refusesUs = { asks: "refuses_us", of: "route" } as const
const lessOfSender = { asks: "slow_down", of: "sender", isDaily: false, isPressing: false } as const

describe("what an outcome asks of the mail that is sent next", () => {
  it.each<[string, DeliveryOutcome, Partial<RouteSignal>]>([
    [
      "taken",
      DeliveryOutcome.Accepted({ provider: "smtp", response: "250 ok" }),
      { asks: "accepted" }
    ],
    ["421 at the greeting", refused("greeting", "421 too many connections"), fewerConnections],
    [
      "a greeting that puts off",
      refused("greeting", "450 4.3.2 Please try again later"),
      fewerConnections
    ],
    ["421 after the greeting", refused("auth", "421 4.3.2 shutting down"), lessOfRoute],
    ["421 at the login", refused("auth", "421 4.7.0 Too many login attempts"), lessOfRoute],
    [
      "too many logins",
      refused("auth", "454 4.7.0 Too many login attempts, please try again later"),
      lessOfRoute
    ],
    ["a login that fails for now", refused("auth", "454 4.7.0 temporary failure"), nothing],
    ["a refused login", refused("auth", "535 5.7.8 bad credentials"), refusesUs],
    ["a greeting of 554", refused("greeting", "554 no service"), refusesUs],
    ["a wrong certificate", broken("tls", "certificate"), refusesUs],
    ["no login offered", broken("auth", "no_login"), refusesUs],
    ["no login with tokens offered", broken("auth", "oauth2_no_mechanism"), refusesUs],
    ["no token for us", broken("auth", "oauth2_invalid_client"), refusesUs],
    ["no token for our consent", broken("auth", "oauth2_invalid_grant"), refusesUs],
    ["no token for our scope", broken("auth", "oauth2_invalid_scope"), refusesUs],
    ["no token for another reason", broken("auth", "oauth2_refused"), refusesUs],
    ["a token endpoint inside", broken("auth", "oauth2_not_permitted"), refusesUs],
    ["a token endpoint that is down", broken("auth", "oauth2_unreachable"), nothing],
    ["a token endpoint that is a page", broken("auth", "oauth2_unusable_answer"), nothing],
    ["an address that the policy closes", broken("connect", "policy"), refusesUs],
    ["a server that is down", broken("connect", "refused"), nothing],
    [
      "a message that doesn't fit",
      DeliveryOutcome.Unsendable({ provider: "smtp", reason: "size" }),
      nothing
    ],

    [
      "421 at the sender",
      refused("mail", "421 Domain bad.example is not allowed to send", false),
      lessOfSender
    ],
    ["421 at the recipient", refused("rcpt", "421 4.7.0 try later", false), lessOfSender],
    [
      "421 with which the server hangs up",
      refused("rcpt", "421 4.7.0 try later", true),
      { ...lessOfSender, isPressing: true }
    ],
    ["a rate limit", refused("rcpt", "450 4.7.28 unusual rate of mail"), lessOfSender],
    [
      "a final rate limit",
      refused("end_of_data", "550 5.7.1 Too many messages per hour"),
      lessOfSender
    ],
    [
      "Gmail's limit of the day",
      refused("rcpt", "550 5.4.5 Daily user sending limit exceeded"),
      { ...lessOfSender, isDaily: true }
    ],
    [
      "a suspended account",
      refused("rcpt", "550 Your account has been suspended"),
      { asks: "refuses_us", of: "sender", isPressing: true }
    ],
    [
      "an account suspended for now",
      refused("mail", "451 Your account is temporarily disabled"),
      { asks: "slow_down", of: "sender", isPressing: true }
    ],

    [
      "a limit of the recipient's",
      refused(
        "rcpt",
        "450 4.2.1 The user you are trying to contact is receiving mail at a rate that prevents delivery"
      ),
      nothing
    ],
    [
      "a recipient that isn't relayed to",
      refused("rcpt", "554 5.7.1 <ada@example.com>: Relay access denied"),
      nothing
    ],
    ["greylisting", refused("rcpt", "451 4.7.1 Greylisted, come back later"), nothing],
    ["an unknown user", refused("rcpt", "550 5.1.1 no such user"), nothing],
    [
      "a login asked for at MAIL, perhaps for this sender",
      refused("mail", "530 5.7.0 authentication required"),
      nothing
    ],
    ["a sender that may not be used", refused("mail", "550 5.7.1 sender not allowed"), nothing]
  ])("%s", (_, outcome, signal) => {
    expect(signalOf(outcome)).toMatchObject(signal)
  })
})
