import type { TokenLogin } from "./options.js"

/** Without CRLF (RFC 5321 4.5.3.1.4). A longer response follows by itself (RFC 4954 4). */
export const maxCommand = 510

export const tokenMechanisms = ["XOAUTH2", "OAUTHBEARER"] as const

export const isTokenMechanism = (name: string): boolean =>
  tokenMechanisms.some((one) => one === name)

/** The challenge to a response of either mechanism (RFC 7628 3.2.2); undefined if it is right. */
export const challengeTo = (
  { accepts, status = "invalid_token", user }: TokenLogin,
  response: string
): string | undefined => {
  const given = /(?:^user=|^n,a=)([^\x01]*?),?\x01/.exec(response)?.[1]
  const token = /\x01auth=Bearer ([^\x01]*)\x01/.exec(response)?.[1] ?? ""
  return given === user && accepts(token)
    ? undefined
    : Buffer.from(JSON.stringify({ status })).toString("base64")
}
