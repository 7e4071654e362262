import type SMTPConnection from "nodemailer/lib/smtp-connection"

/** The greeting, two replies to EHLO, STARTTLS and a login take less than a tenth of this. */
const maxOctets = 32 * 1024

/**
 * Untyped members of nodemailer's connection. Its version is pinned, and a test notices if they
 * change.
 */
interface ConnectionInternals {
  _onData: (chunk: Buffer) => void
  readonly _onResponseTooLarge: () => void
  _responseQueue: Array<string>
}

/**
 * Bounds what a server may send during setup. nodemailer bounds a reply but not their number: a
 * server that sent endless empty lines used a whole core, even after the connection was closed.
 */
export const boundSetupReplies = (connection: SMTPConnection): void => {
  const internals = connection as unknown as ConnectionInternals
  const receive = internals._onData.bind(connection)
  let received = 0
  internals._onData = (chunk) => {
    received += chunk.length
    if (received <= maxOctets) receive(chunk)
    else internals._onResponseTooLarge()
  }
}

/** Discards received replies, which nodemailer would still process line by line. */
export const discardReplies = (connection: SMTPConnection): void => {
  const internals = connection as unknown as ConnectionInternals
  internals._responseQueue = []
}
