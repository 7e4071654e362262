import type SMTPConnection from "nodemailer/lib/smtp-connection"

/** The greeting, two replies to EHLO, STARTTLS and a login take less than a tenth of this. */
const maxOctets = 32 * 1024

/** Untyped members of nodemailer's connection. Its version is pinned, and a test notices if they change. */
interface Hearing {
  _onData: (chunk: Buffer) => void
  readonly _onResponseTooLarge: () => void
  _responseQueue: Array<string>
}

/**
 * Bounds what a server may send during setup. nodemailer bounds a reply but not their number: a server that sent endless empty lines used a whole
 * core, even after the connection was closed.
 */
export const boundHearing = (connection: SMTPConnection): void => {
  const hearing = connection as unknown as Hearing
  const hear = hearing._onData.bind(connection)
  let heard = 0
  hearing._onData = (chunk) => {
    heard += chunk.length
    if (heard <= maxOctets) hear(chunk)
    else hearing._onResponseTooLarge()
  }
}

/** Discards received replies, which nodemailer would still process line by line. */
export const forgetHeard = (connection: SMTPConnection): void => {
  const hearing = connection as unknown as Hearing
  hearing._responseQueue = []
}
