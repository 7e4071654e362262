import type { ClaimedMessage } from "@telemark/core"

/** Work claimed ahead, in milliseconds. Messages that fall due meanwhile wait behind it. */
const ahead = 500

/** Smaller claims cost more than they save. */
const minClaimed = 20

interface ClaimSizeOptions {
  readonly max: number
  /**
   * Messages that the platform's route delivers at once. Twice as many or more are leased, within
   * `max`.
   */
  readonly atOnce: number
}

/** Of the bodies of all leased messages, approximately. */
const maxCharacters = 16 * 1024 * 1024

/** A shorter measurement is noise. */
const minMeasuredMillis = 20

const charactersOf = (messages: ReadonlyArray<ClaimedMessage>): number => {
  let sum = 0
  for (const body of new Set(messages.map(({ body }) => body)))
    sum += (body?.html?.length ?? 0) + (body?.text?.length ?? 0)
  return sum
}

/**
 * How many messages a worker leases at once: what it finishes in half a second, fewer if messages
 * are large. A claim of a hundred costs little more than one of ten, but messages claimed ahead of
 * slow servers delay others.
 */
export class ClaimSize {
  readonly #min: number
  readonly #max: number
  #bySpeed: number
  #ended = 0
  #since: number | undefined
  /** Average of a message; a claim lowers it by half at most. */
  #characters = 0

  constructor({ atOnce, max }: ClaimSizeOptions) {
    this.#min = Math.min(max, Math.max(minClaimed, 2 * atOnce))
    this.#max = max
    this.#bySpeed = this.#min
  }

  get messages(): number {
    const byLength =
      this.#characters === 0 ? this.#max : Math.floor(maxCharacters / this.#characters)
    return Math.max(this.#min, Math.min(this.#bySpeed, byLength))
  }

  ended(): void {
    this.#ended++
  }

  /** `now` is in epoch milliseconds. */
  claimed(messages: ReadonlyArray<ClaimedMessage>, now: number): void {
    if (messages.length > 0)
      this.#characters = Math.max(charactersOf(messages) / messages.length, this.#characters / 2)
    const elapsed = now - (this.#since ?? now)
    if (this.#since !== undefined && elapsed < minMeasuredMillis) return
    if (elapsed > 0) this.#learn((this.#ended / elapsed) * ahead)
    this.#ended = 0
    this.#since = now
  }

  /** Grows half-way, since the speed was measured with fewer messages; shrinks at once. */
  #learn(wanted: number): void {
    const size = Math.min(this.#max, Math.max(this.#min, Math.round(wanted)))
    this.#bySpeed = size < this.#bySpeed ? size : Math.ceil((this.#bySpeed + size) / 2)
  }
}
