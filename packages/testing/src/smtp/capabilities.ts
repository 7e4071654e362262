import type { SmtpPeerOptions } from "./options.js"
import { tokenMechanisms } from "./tokenLogin.js"

/** Of the logins that are required; none: no login is. */
export const mechanismsOf = ({ login, tokenLogin }: SmtpPeerOptions): ReadonlyArray<string> => [
  ...(login === undefined ? [] : ["PLAIN", "LOGIN"]),
  ...(tokenLogin === undefined ? [] : (tokenLogin.mechanisms ?? tokenMechanisms))
]

/** The lines of the reply to EHLO. */
export const capabilitiesOf = (
  options: SmtpPeerOptions,
  isSecure: boolean
): ReadonlyArray<string> => {
  const { dsn = false, pipelining = true, size, smtputf8 = true, tls } = options
  const mechanisms = mechanismsOf(options)
  return [
    "peer.test",
    "8BITMIME",
    ...(pipelining ? ["PIPELINING"] : []),
    ...(smtputf8 ? ["SMTPUTF8"] : []),
    ...(dsn ? ["DSN"] : []),
    ...(size === undefined ? [] : [`SIZE ${String(size)}`]),
    ...(tls !== undefined && !isSecure ? ["STARTTLS"] : []),
    ...(mechanisms.length > 0 && (tls === undefined || isSecure)
      ? [`AUTH ${mechanisms.join(" ")}`]
      : [])
  ]
}
