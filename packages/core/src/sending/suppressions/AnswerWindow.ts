import { foldAddress } from "@telemark/contract"

/** When refusals are too many, and how much memory that takes. Durations are in milliseconds. */
export interface WindowLimits {
  /** The time over which replies are counted. */
  readonly window: number
  /** The steps in which the window moves; it covers up to one step less. */
  readonly step: number
  /** Recipients refused in one wording. */
  readonly recipients: number
  /** Their share of all replies to mail. */
  readonly share: number
  readonly maxWordings: number
  /** Recipients remembered per wording, so that retried mail doesn't count again. */
  readonly maxRecipients: number
}

/** Counts events of the last minutes, with one counter per step of the window. */
class Tally {
  readonly #length: number
  readonly #counts: Array<number>
  #step = 0
  #total = 0

  constructor({ step, window }: WindowLimits) {
    this.#length = step
    this.#counts = Array.from({ length: Math.max(1, Math.round(window / step)) }, () => 0)
  }

  add(now: number): void {
    const index = this.#turnTo(now)
    this.#counts[index] = (this.#counts[index] ?? 0) + 1
    this.#total++
  }

  at(now: number): number {
    this.#turnTo(now)
    return this.#total
  }

  /** Drops expired counts and returns the index of the current step. */
  #turnTo(now: number): number {
    const size = this.#counts.length
    const step = Math.floor(now / this.#length)
    // If the clock is set back slightly, counts into the newest step; if by much, starts anew.
    const isReset = Math.abs(step - this.#step) >= size
    if (isReset) {
      this.#counts.fill(0)
      this.#total = 0
      this.#step = step
    }
    while (this.#step < step) {
      this.#step++
      const index = this.#step % size
      this.#total -= this.#counts[index] ?? 0
      this.#counts[index] = 0
    }
    return this.#step % size
  }
}

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
  readonly #limits: WindowLimits
  readonly #answers: Tally
  readonly #refusals = new Map<string, Refusals>()

  constructor(limits: WindowLimits) {
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
