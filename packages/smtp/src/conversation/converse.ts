// Hot path (docs/hot-paths.md): callbacks from permit to final reply, without a fiber.
import { isAscii } from "@telemark/contract"
import {
  type BrokenReason,
  formatReply,
  type MissingLogin,
  type Reply,
  type Stage,
  type UnsendableReason
} from "@telemark/core"
import { type ComposedMail, lengthOfMail } from "../composition/compose.js"
import { chunksOf } from "../composition/pieces.js"
import type { PreparedMessage } from "../sendPrepared.js"
import { dsnParameters } from "./capabilities.js"
import { broken, type Outcome, refused } from "./failure.js"
import { codeOf, parseReply } from "./reply.js"
import type { Route } from "./route.js"
import type { Session } from "./session.js"

const end = ".\r\n"

/** Approximate size of one write, in characters. */
const maxWriteSize = 128 * 1024

/** RFC 5321 4.5.2. All line ends are CRLF. */
const stuffDots = (text: string): string => {
  const stuffed = text.includes("\r\n.") ? text.replaceAll("\r\n.", "\r\n..") : text
  return stuffed.startsWith(".") ? `.${stuffed}` : stuffed
}

/** Joined as octets: a joined text would be copied once more. */
const octetsOf = (texts: ReadonlyArray<string>): Buffer => {
  let length = 0
  for (const text of texts) length += text.length
  const octets = Buffer.allocUnsafe(length)
  let at = 0
  for (const text of texts) at += octets.write(text, at, "latin1")
  return octets
}

/** A character for each octet, as bodies have them. */
const inOctets = (text: string): string =>
  isAscii(text) ? text : Buffer.from(text, "utf8").toString("latin1")

/**
 * A mail after DATA with the final dot, in lazily made pieces. Most mails are one: one write and
 * few TLS records.
 */
function* toData({ body, head }: ComposedMail): Generator<Buffer> {
  let texts = [stuffDots(inOctets(head)), "\r\n"]
  let length = head.length
  for (const chunk of chunksOf(body)) {
    if (texts.length > 0 && (length > maxWriteSize || typeof chunk !== "string")) {
      yield octetsOf(texts)
      texts = []
      length = 0
    }
    if (typeof chunk === "string") {
      texts.push(stuffDots(chunk))
      length += chunk.length
    } else yield chunk
  }
  yield octetsOf([...texts, end])
}

type Step = "reset" | Extract<Stage, "mail" | "rcpt" | "data" | "end_of_data">

type Refusal = ReturnType<typeof refused>

/**
 * Milliseconds until a server that replied 421 must hang up or answer the next command. The outcome
 * waits for it.
 */
const closeTimeout = 2000

/**
 * 421: the server closes the connection (RFC 5321 3.8). Many don't: they mean only this message, or
 * its sender.
 */
const mayClose = ({ reply }: Refusal): boolean => reply.code === 421

/**
 * What needs SMTPUTF8 (RFC 6531). The sender comes first: it prevents all its mail over this
 * server.
 */
const smtputf8Need = ({
  from,
  mail,
  to
}: PreparedMessage): Extract<UnsendableReason, `smtputf8_${string}`> | undefined => {
  if (!isAscii(from)) return "smtputf8_sender"
  if (!isAscii(to)) return "smtputf8_recipient"
  return isAscii(mail.head) ? undefined : "smtputf8_header"
}

/** Why no login was made, if the reply asks for one (RFC 4954 6). */
const missingLogin = (
  { code }: Reply,
  { capabilities }: Session,
  { credentials }: Route
): MissingLogin | undefined => {
  if (code !== 530 || credentials !== null) return undefined
  return capabilities.login === "password" ? "not_configured" : "not_offered"
}

/** Which extensions a message uses, and its length for SIZE. */
interface Extensions {
  readonly size: number
  readonly smtputf8: boolean
  readonly eightBit: boolean
  readonly dsn: boolean
}

const commandsFor = (
  session: Session,
  message: PreparedMessage,
  { dsn, eightBit, size, smtputf8 }: Extensions
): ReadonlyArray<readonly [Step, string]> => {
  const { from, returnPath, to } = message
  const asked = dsn ? dsnParameters(message) : { mail: "", rcpt: "" }
  const parameters = `${session.capabilities.size === null ? "" : ` SIZE=${String(size)}`}${eightBit ? " BODY=8BITMIME" : ""}${smtputf8 ? " SMTPUTF8" : ""}${asked.mail}`
  const commands: Array<readonly [Step, string]> = [
    ["mail", `MAIL FROM:<${returnPath?.address ?? from}>${parameters}\r\n`],
    ["rcpt", `RCPT TO:<${to}>${asked.rcpt}\r\n`],
    ["data", "DATA\r\n"]
  ]
  if (session.needsReset) commands.unshift(["reset", "RSET\r\n"])
  return commands
}

/**
 * Sends one message and calls `settle` once, synchronously if nothing can be sent. Not cancellable:
 * the server may already have accepted the message.
 */
export const converse = (
  session: Session,
  message: PreparedMessage,
  route: Route,
  dsn: boolean,
  settle: (outcome: Outcome) => void
): void => {
  const { capabilities, channel } = session
  const { timeouts } = route
  const size = lengthOfMail(message.mail)
  const utf8Need = smtputf8Need(message)
  if (utf8Need !== undefined && !capabilities.smtputf8)
    return settle({ _tag: "Unsendable", reason: utf8Need })
  if (capabilities.size !== null && capabilities.size > 0 && size > capabilities.size)
    return settle({ _tag: "Unsendable", reason: "size" })
  if (!channel.isOpen) return settle(broken("mail", "reset"))
  const commands = commandsFor(session, message, {
    size,
    smtputf8: utf8Need !== undefined,
    // A server without the extension gets the octets all the same: nearly all take them, and the
    // alternative would be another mail than the one that was given.
    eightBit: message.mail.isEightBit === true && capabilities.eightBit,
    dsn
  })
  let at = 0
  let refusal: Refusal | undefined
  let messageIsOut = false
  let isFinished = false
  /** RSET was sent to find out whether the server still answers. */
  let isAsking = false

  const finish = (outcome: Outcome, needsReset = outcome._tag === "Refused"): void => {
    isFinished = true
    channel.expectNoReply()
    session.needsReset = needsReset
    settle(outcome)
  }
  const hangUp = (outcome: Outcome): void => {
    channel.close()
    finish(outcome)
  }
  const known = (refused: Refusal, closed: boolean): Refusal =>
    mayClose(refused) ? { ...refused, closed } : refused
  const stage = (): Stage => {
    const step = commands[at]?.[0] ?? "end_of_data"
    return step === "reset" ? "mail" : step
  }
  const sendNext = (): void => {
    at++
    const command = commands[at]
    if (command !== undefined && !capabilities.pipelining) channel.write(command[1])
  }
  const sendMessage = (): void => {
    at++
    channel.setReplyTimeout(timeouts.endOfData)
    channel.writeAll(toData(message.mail), () => {
      messageIsOut = true
      // Sending may take long: the wait for the reply starts here.
      if (!isFinished) channel.setReplyTimeout(timeouts.endOfData)
    })
  }

  const onRefusal = (step: Step, reply: Reply): void => {
    // Without a successful RSET, the connection can't be used.
    if (step === "reset") return hangUp(broken("mail", "reset"))
    refusal ??= refused(step, reply, missingLogin(reply, session, route))
    // There is no other way to leave out the rest of the message.
    if (channel.isWriting) return hangUp(refusal)
    if (mayClose(refusal)) channel.setReplyTimeout(Math.min(timeouts.command, closeTimeout))
    // With PIPELINING, replies to commands already sent are still to come.
    if (capabilities.pipelining && (step === "mail" || step === "rcpt")) return sendNext()
    // A reply to a pipelined command shows that the server is still there.
    if (!mayClose(refusal) || (refusal.stage !== step && reply.code !== 421))
      return finish(known(refusal, false))
    isAsking = true
    channel.write("RSET\r\n")
  }
  const onReset = (refusal: Refusal, code: number | undefined): void => {
    if (code === undefined || code >= 300) return hangUp(known(refusal, true))
    finish(known(refusal, false), false)
  }
  const onReply = (text: string): void => {
    const step = commands[at]?.[0] ?? "end_of_data"
    const code = codeOf(text)
    if (isAsking && refusal !== undefined) return onReset(refusal, code)
    // For most replies the code alone matters.
    const reply =
      code !== undefined && (code >= 400 || step === "end_of_data") ? parseReply(text) : undefined
    if (reply !== undefined && reply.code >= 400) return onRefusal(step, reply)
    const isExpected = step === "data" ? code === 354 : code !== undefined && code < 300
    if (!isExpected || channel.isWriting) {
      return hangUp(
        refusal === undefined ? broken(stage(), "protocol", messageIsOut) : known(refusal, false)
      )
    }
    if (reply !== undefined) return finish({ _tag: "Accepted", response: formatReply(reply) })
    if (step !== "data") return sendNext()
    // The recipient was refused: the message would go to nobody.
    return refusal === undefined ? sendMessage() : hangUp(known(refusal, false))
  }

  const onBreak = (reason: BrokenReason): void =>
    finish(refusal === undefined ? broken(stage(), reason, messageIsOut) : known(refusal, true))
  channel.listen({ onReply, onBreak })
  session.messages++
  channel.setReplyTimeout(timeouts.command)
  channel.write(
    capabilities.pipelining
      ? commands.map(([, command]) => command).join("")
      : (commands[0]?.[1] ?? "")
  )
}
