import { foldAddress } from "@telemark/contract"
import type { BrakeLimits } from "./brakeLimits.js"
import { Tally } from "./Tally.js"

/** FNV-1a, 32 bits: two recipients who share one are counted once, which does no harm. */
const hashOf = (text: string): number => {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return hash >>> 0
}

/** Recipients of a tenant, as windows tell them apart. */
export const recipientKey = (tenantId: string, recipient: string): number => hashOf(`${tenantId} ${foldAddress(recipient)}`)

interface Refusals {
  readonly recipients: Tally
  /** When each was counted, the oldest first. */
  readonly counted: Map<number, number>
}

/** What mail was answered in the last minutes: how many answers there were, and how many recipients were refused in each wording. */
export class AnswerWindow {
  /** When it was last put behind the others, for whoever keeps several. */
  movedAt = -Infinity
  readonly #limits: BrakeLimits
  readonly #answers: Tally
  readonly #refusals = new Map<string, Refusals>()

  constructor(limits: BrakeLimits) {
    this.#limits = limits
    this.#answers = new Tally(limits)
  }

  /** Answers at all, refusals among them. */
  answers(now: number): number {
    return this.#answers.at(now)
  }

  /** Recipients who were refused in this wording. */
  refused(wording: string, now: number): number {
    return this.#refusals.get(wording)?.recipients.at(now) ?? 0
  }

  /** Whether they are too many to be believed. */
  exceeds(wording: string, now: number): boolean {
    const refused = this.refused(wording, now)
    return refused >= this.#limits.recipients && refused >= this.#limits.share * this.answers(now)
  }

  /** Wordings that are counted. */
  get wordings(): number {
    return this.#refusals.size
  }

  forgetWordings(): void {
    this.#refusals.clear()
  }

  addAnswer(now: number): void {
    this.#answers.add(now)
  }

  /** Counts a recipient once in the length of the window, however often the mail is tried again. The answer is counted by `addAnswer`. */
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

  /** Beyond the limit, the wording that was met least makes room. */
  #refusalsOf(wording: string, now: number): Refusals {
    const known = this.#refusals.get(wording)
    if (known !== undefined) return known
    if (this.#refusals.size >= this.#limits.maxWordings) {
      const [rarest] = [...this.#refusals].reduce((least, next) => (next[1].recipients.at(now) < least[1].recipients.at(now) ? next : least))
      this.#refusals.delete(rarest)
    }
    const refusals = { recipients: new Tally(this.#limits), counted: new Map<number, number>() }
    this.#refusals.set(wording, refusals)
    return refusals
  }
}
