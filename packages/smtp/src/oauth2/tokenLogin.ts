import type { TokenRefusal } from "@telemark/core"
import { Redacted } from "effect"
import type { SMTPConnectionCustomAuthContext } from "nodemailer/lib/smtp-connection"
import type { TokenMechanism } from "../conversation/capabilities.js"
import { codeOf, decodeReply, parseReply } from "../conversation/reply.js"

/** Of `SMTPConnection.login`: what nodemailer has for XOAUTH2 gets its tokens by itself. */
export const tokenMethod = "TELEMARK-TOKEN"

/** A login with an access token. */
export interface TokenLogin {
  readonly mechanism: TokenMechanism
  readonly user: string
  readonly accessToken: Redacted.Redacted
  readonly host: string
  readonly port: number
}

/** RFC 5801 4: commas and equals signs have a meaning in the name. */
const saslName = (user: string): string => user.replaceAll("=", "=3D").replaceAll(",", "=2C")

/** In base64. Parts are separated by U+0001. */
export const tokenResponse = ({ accessToken, host, mechanism, port, user }: TokenLogin): string => {
  const bearer = `auth=Bearer ${Redacted.value(accessToken)}`
  const parts =
    mechanism === "XOAUTH2"
      ? [`user=${user}`, bearer]
      : [`n,a=${saslName(user)},`, `host=${host}`, `port=${String(port)}`, bearer]
  return Buffer.from(`${parts.join("\x01")}\x01\x01`, "utf8").toString("base64")
}

/** What ends a login that the server has challenged (RFC 7628 3.2.3). */
const endings: Readonly<Record<TokenMechanism, string>> = {
  XOAUTH2: "",
  OAUTHBEARER: Buffer.from("\x01").toString("base64")
}

/**
 * Why a token is refused, in base64 and JSON (RFC 7628 3.2.2). Only that it lacks a scope says more
 * than the refusal itself.
 */
export const readChallenge = (text: string): TokenRefusal => {
  try {
    const { status } = JSON.parse(Buffer.from(text, "base64").toString("utf8")) as {
      readonly status?: unknown
    }
    return status === "insufficient_scope" ? "insufficient_scope" : "token_refused"
  } catch {
    return "token_refused"
  }
}

/** With CRLF, a command has at most 512 octets (RFC 5321 4.5.3.1.4). */
const maxCommand = 510

const textOf = (response: string): string => parseReply(decodeReply(response))?.text ?? ""

/**
 * Logs in with a token. One that is too long for the command follows by itself (RFC 4954 4), as
 * those of Microsoft are.
 */
export const sendToken = ({
  auth,
  reject,
  resolve,
  sendCommand
}: SMTPConnectionCustomAuthContext): void => {
  const { challenged, login } = auth as unknown as {
    readonly login: TokenLogin
    readonly challenged: (refusal: TokenRefusal) => void
  }
  const { mechanism } = login
  const response = tokenResponse(login)
  const ended = (code: number | undefined): void => {
    if (code !== undefined && code >= 200 && code < 300) resolve()
    else reject("The server refuses the token")
  }
  const send = (command: string, next: (code: number | undefined, said: string) => void): void => {
    sendCommand(command, (_, { response: said }) => {
      next(codeOf(decodeReply(said)), said)
    })
  }
  const answered = (code: number | undefined, said: string): void => {
    if (code !== 334) return ended(code)
    challenged(readChallenge(textOf(said)))
    send(endings[mechanism], ended)
  }
  const whole = `AUTH ${mechanism} ${response}`
  if (whole.length <= maxCommand) send(whole, answered)
  else
    send(`AUTH ${mechanism}`, (code) => {
      if (code === 334) send(response, answered)
      else ended(code)
    })
}
