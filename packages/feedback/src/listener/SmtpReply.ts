/** A reply that refuses, as smtp-server takes it. The enhanced code follows from `responseCode`. */
export class SmtpReply extends Error {
  constructor(
    readonly responseCode: number,
    message: string
  ) {
    super(message)
  }
}

export const noSuchRecipient = new SmtpReply(550, "There is no such address here")
export const tryAgain = new SmtpReply(451, "It can't be recorded at the moment, try again later")
export const tooManyMessages = new SmtpReply(421, "Enough messages, connect again for more")
