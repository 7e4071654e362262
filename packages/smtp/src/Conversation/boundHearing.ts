import type SMTPConnection from "nodemailer/lib/smtp-connection"

/** Greeting, two replies to EHLO, STARTTLS and a login take less than a tenth of this. */
const maxOctets = 32 * 1024

/** What of nodemailer's connection has no type; its version is pinned, and a test would see it change. */
interface Hearing {
  _onData: (chunk: Buffer) => void
  readonly _onResponseTooLarge: () => void
  _responseQueue: Array<string>
}

/**
 * Bounds what a server may say while a session is set up. nodemailer bounds a reply, but not how many there are: a server that
 * sent empty lines without end had a core to itself, even when the connection was closed.
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

/** Lets go of what was heard and not looked at yet: it would be looked at all the same, line by line. */
export const forgetHeard = (connection: SMTPConnection): void => {
  const hearing = connection as unknown as Hearing
  hearing._responseQueue = []
}
