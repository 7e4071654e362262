/**
 * A map of at most `max` entries: one more drops that which was set longest ago. What a process
 * remembers of others' data is in one of these, so that nobody can fill its memory.
 */
export class BoundedMap<Key, Value> extends Map<Key, Value> {
  readonly #max: number

  constructor(max: number) {
    super()
    this.#max = max
  }

  override set(key: Key, value: Value): this {
    this.delete(key)
    const [oldest] = this.keys()
    if (this.size >= this.#max && oldest !== undefined) this.delete(oldest)
    return super.set(key, value)
  }
}
