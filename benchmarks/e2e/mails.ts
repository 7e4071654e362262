import { bodiesOf as bodiesOfContent, mailOf } from "@telemark-tools/load"
import { randomBytes } from "node:crypto"
import { data } from "../src/orderTemplate.js"

export const mailNames = ["html", "recipients", "template", "attachment", "dkim"] as const
export type MailName = (typeof mailNames)[number]

/** A kind of mail, as it is sent again and again. */
export interface Mail {
  readonly title: string
  /** To how many a send goes; each gets a message of his own. */
  readonly recipients: number
  /**
   * Connections that send at once: those of large bodies are few, since a server takes only so many
   * megabytes at a time.
   */
  readonly connections: number
  /** Messages of one measurement, as a share of those of the plain mail. */
  readonly share: number
  /** The octets that a message has at the least: less of them would be another mail. */
  readonly minOctets: number
  /** The body of a request, without its recipients. */
  readonly content: object
}

/** The domain whose mail is signed. */
export const signedDomain = "signed.example.com"

/** The template that `template_id` names: it is made by whoever serves it. */
export const templateId = "order"

const file = randomBytes(1024 * 1024).toString("base64")

export const mails: Readonly<Record<MailName, Mail>> = {
  html: {
    title: "one recipient, 10 kB of html",
    recipients: 1,
    connections: 50,
    share: 1,
    minOctets: 10_000,
    content: mailOf(1)
  },
  recipients: {
    title: "50 recipients, 10 kB of html",
    recipients: 50,
    connections: 10,
    share: 1,
    minOctets: 10_000,
    content: mailOf(1)
  },
  template: {
    title: "a template of 10 kB with data",
    recipients: 1,
    connections: 50,
    share: 1,
    minOctets: 8_000,
    content: { from: "Shop <shop@example.com>", template_id: templateId, data }
  },
  attachment: {
    title: "10 kB of html with a file of 1 MiB",
    recipients: 1,
    connections: 8,
    share: 0.05,
    minOctets: 1_400_000,
    content: { ...mailOf(1), attachments: [{ filename: "invoice.bin", content: file }] }
  },
  dkim: {
    title: "10 kB of html, signed with DKIM (RSA-2048)",
    recipients: 1,
    connections: 50,
    share: 0.5,
    minOctets: 10_000,
    content: { ...mailOf(1), from: `Shop <shop@${signedDomain}>` }
  }
}

/** How many sends make about so many messages; one at the least. */
export const sendsOf = (
  { recipients, share }: Pick<Mail, "recipients" | "share">,
  messages: number
): number => Math.max(1, Math.round((messages * share) / recipients))

/** Makes the bodies of requests of this kind. */
export const bodiesOf = ({ content, recipients }: Mail) => bodiesOfContent(content, recipients)
