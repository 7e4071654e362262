import type { BrakeLimits } from "./brakeLimits.js"

/** Counts events of the last minutes, with one counter per step of the window. */
export class Tally {
  readonly #length: number
  readonly #counts: Array<number>
  #step = 0
  #total = 0

  constructor({ step, window }: Pick<BrakeLimits, "step" | "window">) {
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
