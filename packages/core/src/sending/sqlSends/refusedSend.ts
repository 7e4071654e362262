import { isObject, maxSubjectLength, oneLine, parseMailbox, type Mailbox } from "@telemark/contract"

/** The log shows a refused send by what can be read of it. */
export interface RefusedSend {
  /** At least one; its address is empty if none could be read. */
  readonly recipients: ReadonlyArray<Mailbox>
  readonly sender: Mailbox
  readonly subject: string
}

const maxRecipients = 50

const maxAddress = 254

const nobody: Mailbox = { name: null, address: "" }

/** NUL can't be stored, and neither is a whole file that was taken for an address. */
const shown = (text: string, max: number): string => oneLine(text.slice(0, max)).trim()

const mailboxOf = (value: unknown): Mailbox =>
  typeof value !== "string"
    ? nobody
    : (parseMailbox(value) ?? { name: null, address: shown(value, maxAddress) })

export const refusedSend = (request: unknown, defaultFrom: string | null): RefusedSend => {
  const { from = defaultFrom, subject, to } = isObject(request) ? request : {}
  const recipients = (Array.isArray(to) ? to.slice(0, maxRecipients) : [to])
    .map(mailboxOf)
    .filter(({ address }) => address !== "")
  return {
    recipients: recipients.length === 0 ? [nobody] : recipients,
    sender: mailboxOf(from),
    subject: typeof subject === "string" ? shown(subject, maxSubjectLength) : ""
  }
}
