import type { ClaimedMessage } from "@telemark/core"

/** What was claimed for longer than this before it is handed over keeps mail waiting that comes meanwhile, in milliseconds. */
const ahead = 500

/** Below it, claims cost more than they need. */
const leastClaimed = 20

interface ClaimSizeOptions {
  readonly max: number
  /** Messages that the platform's route takes at once: as many again wait for it. */
  readonly atOnce: number
}

/** What bodies of claimed messages may hold together, in characters, about. */
const maxCharacters = 16 * 1024 * 1024

/** Rates over less say little, in milliseconds. */
const shortestLook = 20

const charactersOf = (messages: ReadonlyArray<ClaimedMessage>): number => {
  let sum = 0
  for (const body of new Set(messages.map(({ body }) => body))) sum += (body?.html?.length ?? 0) + (body?.text?.length ?? 0)
  return sum
}

/**
 * How many messages a worker has leased at once: as many as it gets through in half a second. A claim of a hundred costs little more than
 * one of ten; where servers are slow, what was claimed ahead would only keep others' mail waiting. Fewer where messages are large.
 */
export class ClaimSize {
  readonly #least: number
  readonly #max: number
  #bySpeed: number
  #ended = 0
  #since: number | undefined
  /** Of a message, on average; it falls slowly. */
  #characters = 0

  constructor({ atOnce, max }: ClaimSizeOptions) {
    this.#least = Math.min(max, Math.max(leastClaimed, 2 * atOnce))
    this.#max = max
    this.#bySpeed = this.#least
  }

  get messages(): number {
    const byLength = this.#characters === 0 ? this.#max : Math.floor(maxCharacters / this.#characters)
    return Math.max(this.#least, Math.min(this.#bySpeed, byLength))
  }

  /** The work on a message has ended. */
  ended(): void {
    this.#ended++
  }

  /** Messages were claimed at `now`, in epoch milliseconds. */
  claimed(messages: ReadonlyArray<ClaimedMessage>, now: number): void {
    if (messages.length > 0) this.#characters = Math.max(charactersOf(messages) / messages.length, this.#characters / 2)
    const elapsed = now - (this.#since ?? now)
    if (this.#since !== undefined && elapsed < shortestLook) return
    if (elapsed > 0) this.#learn((this.#ended / elapsed) * ahead)
    this.#ended = 0
    this.#since = now
  }

  /** Half-way up, since the speed was measured with fewer; down at once. */
  #learn(wanted: number): void {
    const size = Math.min(this.#max, Math.max(this.#least, Math.round(wanted)))
    this.#bySpeed = size < this.#bySpeed ? size : Math.ceil((this.#bySpeed + size) / 2)
  }
}
