import { type BrokenReason, formatReply, type MissingLogin, type Reply, type Stage, type UnsendableReason } from "@telemark/core"
import { lengthOfMail } from "../Composition/index.js"
import type { PreparedMessage } from "../Preparation/index.js"
import { broken, type Outcome, refused, unsendable } from "./failure.js"
import { codeOf, parseReply } from "./reply.js"
import type { Route } from "./route.js"
import type { Session } from "./session.js"
import { toData } from "./toData.js"

/** The replies that are waited for, in their order. */
type Step = "reset" | Extract<Stage, "mail" | "rcpt" | "data" | "end_of_data">

type Refusal = ReturnType<typeof refused>

/** How long a server that said 421 may take to hang up or to answer the next command, in milliseconds: the message's outcome waits for it. */
const leaveMillis = 2000

/** Whether the server says that it closes the connection (RFC 5321 3.8), which many don't do: they mean this message, or its sender. */
const mayLeave = ({ reply }: Refusal): boolean => reply.code === 421

const isAscii = (text: string): boolean => /^[\x00-\x7f]*$/.test(text)

/** What needs SMTPUTF8 (RFC 6531), if anything does: the sender first, whose mail nobody could be sent there. */
const smtputf8Need = ({ from, mail, to }: PreparedMessage): Extract<UnsendableReason, `smtputf8_${string}`> | undefined => {
  if (!isAscii(from)) return "smtputf8_sender"
  if (!isAscii(to)) return "smtputf8_recipient"
  return isAscii(mail.head) ? undefined : "smtputf8_header"
}

/** Why nobody was logged in, of a reply that asks for it (RFC 4954 6). */
const missingLogin = ({ code }: Reply, { capabilities }: Session, { credentials }: Route): MissingLogin | undefined => {
  if (code !== 530 || credentials !== null) return undefined
  return capabilities.login === "password" ? "not_configured" : "not_offered"
}

const commandsFor = (session: Session, { from, to }: PreparedMessage, size: number, isUtf8: boolean): ReadonlyArray<readonly [Step, string]> => {
  const parameters = `${session.capabilities.size === null ? "" : ` SIZE=${String(size)}`}${isUtf8 ? " SMTPUTF8" : ""}`
  const commands: Array<readonly [Step, string]> = [
    ["mail", `MAIL FROM:<${from}>${parameters}\r\n`],
    ["rcpt", `RCPT TO:<${to}>\r\n`],
    ["data", "DATA\r\n"]
  ]
  if (session.needsReset) commands.unshift(["reset", "RSET\r\n"])
  return commands
}

/**
 * Sends one message over a session and calls `settle` once, with what came of it: at once where nothing of it can be sent. It can't be stopped,
 * as the server may have taken the message by then.
 */
export const converse = (session: Session, message: PreparedMessage, route: Route, settle: (outcome: Outcome) => void): void => {
  const { capabilities, line } = session
  const { timeouts } = route
  const size = lengthOfMail(message.mail)
  const utf8Need = smtputf8Need(message)
  if (utf8Need !== undefined && !capabilities.smtputf8) return settle(unsendable(utf8Need))
  if (capabilities.size !== null && capabilities.size > 0 && size > capabilities.size) return settle(unsendable("size"))
  if (!line.isOpen) return settle(broken("mail", "reset"))
  const commands = commandsFor(session, message, size, utf8Need !== undefined)
  let at = 0
  let refusal: Refusal | undefined
  let messageIsOut = false
  let isFinished = false
  /** RSET was sent to see whether the server is still there. */
  let isAsking = false

  const finish = (outcome: Outcome, needsReset = outcome._tag === "Refused"): void => {
    isFinished = true
    line.rest()
    session.needsReset = needsReset
    settle(outcome)
  }
  /** Ends the conversation where it can't go on, and the connection with it. */
  const hangUp = (outcome: Outcome): void => {
    line.close()
    finish(outcome)
  }
  /** The refusal, with what became of the connection where that says something of it. */
  const known = (refused: Refusal, closed: boolean): Refusal => mayLeave(refused) ? { ...refused, closed } : refused
  const stage = (): Stage => {
    const step = commands[at]?.[0] ?? "end_of_data"
    return step === "reset" ? "mail" : step
  }
  const sendNext = (): void => {
    at++
    const command = commands[at]
    if (command !== undefined && !capabilities.pipelining) line.write(command[1])
  }
  const sendMessage = (): void => {
    at++
    line.patience(timeouts.endOfData)
    line.writeAll(toData(message.mail), () => {
      messageIsOut = true
      // A large one may have taken long: from here on, the reply is waited for.
      if (!isFinished) line.patience(timeouts.endOfData)
    })
  }

  const onRefusal = (step: Step, reply: Reply): void => {
    // A server that can't forget is as good as one that hung up.
    if (step === "reset") return hangUp(broken("mail", "reset"))
    refusal ??= refused(step, reply, missingLogin(reply, session, route))
    // What is left of a message that nobody wants to hear can't be left out otherwise.
    if (line.isWriting) return hangUp(refusal)
    if (mayLeave(refusal)) line.patience(Math.min(timeouts.command, leaveMillis))
    // With PIPELINING, what was sent along is still to be answered.
    if (capabilities.pipelining && (step === "mail" || step === "rcpt")) return sendNext()
    // An answer to what was sent along shows that the server is still there.
    if (!mayLeave(refusal) || (refusal.stage !== step && reply.code !== 421)) return finish(known(refusal, false))
    isAsking = true
    line.write("RSET\r\n")
  }
  const onReset = (refusal: Refusal, code: number | undefined): void => {
    if (code === undefined || code >= 300) return hangUp(known(refusal, true))
    finish(known(refusal, false), false)
  }
  const onReply = (text: string): void => {
    const step = commands[at]?.[0] ?? "end_of_data"
    const code = codeOf(text)
    if (isAsking && refusal !== undefined) return onReset(refusal, code)
    // Of most replies nothing but the code is ever asked for.
    const reply = code !== undefined && (code >= 400 || step === "end_of_data") ? parseReply(text) : undefined
    if (reply !== undefined && reply.code >= 400) return onRefusal(step, reply)
    const isExpected = step === "data" ? code === 354 : code !== undefined && code < 300
    if (!isExpected || line.isWriting) {
      return hangUp(refusal === undefined ? broken(stage(), "protocol", messageIsOut) : known(refusal, false))
    }
    if (reply !== undefined) return finish({ _tag: "Accepted", response: formatReply(reply) })
    if (step !== "data") return sendNext()
    // A server that refused the recipient and asks for the message all the same: it would be sent for nobody.
    return refusal === undefined ? sendMessage() : hangUp(known(refusal, false))
  }

  const onBreak = (reason: BrokenReason): void =>
    finish(refusal === undefined ? broken(stage(), reason, messageIsOut) : known(refusal, true))
  line.listen({ onReply, onBreak })
  session.messages++
  line.patience(timeouts.command)
  line.write(capabilities.pipelining ? commands.map(([, command]) => command).join("") : commands[0]?.[1] ?? "")
}
