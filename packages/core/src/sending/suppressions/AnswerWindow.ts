import { foldAddress } from "@telemark/contract"
import { Tally } from "./Tally.js"
import type { BrakeLimits } from "./brakeLimits.js"

/** FNV-1a, 32 bits. Two recipients with the same hash count once, which does no harm. */
const hashOf = (text: string): number => {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return hash >>> 0
}

export const recipientKey = (tenantId: string, recipient: string): number =>
  hashOf(`${tenantId} ${foldAddress(recipient)}`)

interface Refusals {
  readonly recipients: Tally
  /** When each was counted, oldest first. Not a `Memory`: there are thousands, most with few. */
  readonly counted: Map<number, number>
}

/**
 * Replies to mail in the last minutes: their number, and the recipients refused in each wording.
 */
export class AnswerWindow {
  readonly #limits: BrakeLimits
  readonly #answers: Tally
  readonly #refusals = new Map<string, Refusals>()

  constructor(limits: BrakeLimits) {
    this.#limits = limits
    this.#answers = new Tally(limits)
  }

  answers(now: number): number {
    return this.#answers.at(now)
  }

  refused(wording: string, now: number): number {
    return this.#refusals.get(wording)?.recipients.at(now) ?? 0
  }

  exceeds(wording: string, now: number): boolean {
    const refused = this.refused(wording, now)
    return refused >= this.#limits.recipients && refused >= this.#limits.share * this.answers(now)
  }

  get wordings(): number {
    return this.#refusals.size
  }

  forgetWordings(): void {
    this.#refusals.clear()
  }

  addAnswer(now: number): void {
    this.#answers.add(now)
  }

  /**
   * Counts a recipient once per window, however often the mail is retried. `addAnswer` counts the
   * reply.
   */
  addRefused(wording: string, recipient: number, now: number): void {
    const { counted, recipients } = this.#refusalsOf(wording, now)
    const last = counted.get(recipient)
    if (last !== undefined && Math.abs(now - last) < this.#limits.window) return
    counted.delete(recipient)
    counted.set(recipient, now)
    const [oldest] = counted.keys()
    if (counted.size > this.#limits.maxRecipients && oldest !== undefined) counted.delete(oldest)
    recipients.add(now)
  }

  /** Beyond `maxWordings`, drops the rarest wording. */
  #refusalsOf(wording: string, now: number): Refusals {
    const known = this.#refusals.get(wording)
    if (known !== undefined) return known
    if (this.#refusals.size >= this.#limits.maxWordings) {
      const [rarest] = [...this.#refusals].reduce((least, next) =>
        next[1].recipients.at(now) < least[1].recipients.at(now) ? next : least
      )
      this.#refusals.delete(rarest)
    }
    const refusals = { recipients: new Tally(this.#limits), counted: new Map<number, number>() }
    this.#refusals.set(wording, refusals)
    return refusals
  }
}
