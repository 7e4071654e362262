import { maxBodyOctets } from "@telemark/contract"
import type { TableNames } from "../../database/names.js"

/** What the statements of an interface are written with. */
export interface SqlInterface {
  /** Of the schema of the functions, or of what the view's name begins with. */
  readonly name: string
  readonly tenantId: string
  /** On Postgres: who may call the functions. */
  readonly role: string
  /** With the schema of the tables, if the database has schemas. */
  readonly tables: TableNames["tables"]
  readonly channel: string
  /** An expression: epoch milliseconds. */
  readonly currentMillis: string
}

/** Octets of a message as JSON, as over HTTP. */
export const maxMessage = maxBodyOctets.send

/** Characters of an idempotency key, as over HTTP. */
export const maxKey = 255

/** As a literal. */
export const quoted = (text: string): string => `'${text.replace(/'/g, "''")}'`

export const problems = {
  shape: `The message has to be a JSON object such as {"from": "shop@example.com", "to": "ada@example.com", "subject": "Hello", "text": "Hello."}.`,
  size: `The message is larger than the ${String(maxMessage / 1024 / 1024)} MiB that a send may have.`,
  key: `The idempotency key has to be 1 to ${String(maxKey)} characters long.`,
  id: "The id has to be 1 to 100 printable characters of ASCII.",
  tenant: "The tenant that this belongs to was removed."
} as const

export const pausedMessage =
  "The tenant's sending is paused; the message waits until it is resumed."
