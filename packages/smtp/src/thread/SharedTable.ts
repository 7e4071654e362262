import type { Shared } from "./Handover.js"

/** What the thread keeps of one table: as many entries, and approximately as many octets. */
const maxEntries = 200
const maxOctets = 16 * 1024 * 1024

/** Gives objects that messages share their numbers, and says which of them have yet to cross. */
export class SharedTable<Key extends object, Value> {
  readonly #numbers = new WeakMap<Key, number>()
  /** What the thread has, the latest used last: octets by number. */
  readonly #kept = new Map<number, number>()
  #octets = 0
  #last = 0
  #added: Array<readonly [number, Value]> = []
  #forgotten: Array<number> = []

  numberOf(key: Key, make: () => { readonly value: Value; readonly octets: number }): number {
    const known = this.#numbers.get(key)
    const octets = known === undefined ? undefined : this.#kept.get(known)
    if (known !== undefined && octets !== undefined) {
      this.#kept.delete(known)
      this.#kept.set(known, octets)
      return known
    }
    const made = make()
    const number = ++this.#last
    this.#numbers.set(key, number)
    this.#kept.set(number, made.octets)
    this.#octets += made.octets
    this.#added.push([number, made.value])
    this.#forgetOldest()
    return number
  }

  /** Empties what is to cross. The thread uses what was added before it forgets. */
  take(): Shared<Value> {
    const taken = { added: this.#added, forgotten: this.#forgotten }
    this.#added = []
    this.#forgotten = []
    return taken
  }

  #forgetOldest(): void {
    for (const [number, octets] of this.#kept) {
      if (this.#kept.size <= maxEntries && this.#octets <= maxOctets) return
      this.#kept.delete(number)
      this.#octets -= octets
      this.#forgotten.push(number)
    }
  }
}
