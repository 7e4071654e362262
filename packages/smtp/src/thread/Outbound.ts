import { type ClickLinks, type OutgoingMessage, type SigningKey, timeSlices } from "@telemark/core"
import { Redacted } from "effect"
import { clickEnds } from "../composition/linkedBody.js"
import type { ClickEnds, Handover, PlainKey, ToThread } from "./Handover.js"
import { SharedTable } from "./SharedTable.js"

type Body = OutgoingMessage["body"]
type Files = OutgoingMessage["attachments"]

const octetsOf = ({ html, text }: Body): number => (html?.length ?? 0) + (text?.length ?? 0)

const plainKey = ({ algorithm, domain, private_key, selector }: SigningKey): PlainKey => ({
  algorithm,
  domain,
  selector,
  private_key: Redacted.value(private_key)
})

/** Without what a claimed message has besides, such as sealed secrets. */
const ownOf = (message: OutgoingMessage): Handover["own"] => {
  const { created_at, id, recipient, recipient_name, return_path, scheduled_at, sender } = message
  const { subject, template_id, tenant_id } = message
  const own = {
    id,
    tenant_id,
    sender,
    recipient,
    recipient_name,
    subject,
    created_at,
    scheduled_at,
    template_id
  }
  return return_path === undefined ? own : { ...own, return_path }
}

/** What is to cross in one piece, once for each turn of the event loop. */
export class Outbound {
  readonly #bodies = new SharedTable<Body, Body>()
  readonly #files = new SharedTable<Body, Files>()
  readonly #keys = new SharedTable<SigningKey, PlainKey>()
  readonly #ends = new SharedTable<Body, ClickEnds>()
  #messages: Array<Handover> = []
  #withdrawn: Array<number> = []

  /** Adds a message. `ends` are those of its clicks, as `endsOf` returns them. */
  add(number: number, message: OutgoingMessage, ends: ClickEnds | undefined): void {
    const { attachments, body, links, signing } = message
    const size = attachments.reduce((sum, file) => sum + file.size, 0)
    this.#messages.push({
      number,
      own: ownOf(message),
      body: this.#bodies.numberOf(body, () => ({ value: body, octets: octetsOf(body) })),
      files:
        attachments.length === 0
          ? undefined
          : this.#files.numberOf(body, () => ({ value: attachments, octets: size })),
      signing: signing.map((key) =>
        this.#keys.numberOf(key, () => ({ value: plainKey(key), octets: 0 }))
      ),
      links: links && {
        pixel: links.pixel,
        unsubscribe: links.unsubscribe,
        click: links.click && {
          start: links.click.start,
          ends: this.#ends.numberOf(body, () => ({
            value: ends ?? new Map(),
            octets: octetsOf(body)
          }))
        }
      }
    })
  }

  withdraw(number: number): void {
    this.#withdrawn.push(number)
  }

  take(isLast = false): ToThread {
    const taken = { messages: this.#messages, withdrawn: this.#withdrawn, isLast }
    this.#messages = []
    this.#withdrawn = []
    return {
      ...taken,
      bodies: this.#bodies.take(),
      files: this.#files.take(),
      keys: this.#keys.take(),
      ends: this.#ends.take()
    }
  }
}

const known = new WeakMap<Body, ClickEnds | Promise<ClickEnds>>()

/**
 * The ends of a body's clicks, which are the same in all messages of a send; a promise if reading
 * its html takes more than a time slice.
 */
export const endsOf = (body: Body, click: ClickLinks): ClickEnds | Promise<ClickEnds> => {
  const found = known.get(body)
  if (found !== undefined) return found
  const made = timeSlices.run(clickEnds(body.html ?? "", click))
  known.set(body, made)
  return made
}
