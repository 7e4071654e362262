import { LRUCache } from "lru-cache"

/**
 * What a process remembers by key: beyond its bound, what was used least recently is forgotten. For
 * values that can be found or made again.
 */
export type Memory<A extends {}, Key extends {} = string> = Pick<
  LRUCache<Key, A>,
  "delete" | "entries" | "get" | "has" | "set" | "size" | "values"
>

const one = (): number => 1

/**
 * At most `max` values, or values whose sizes have at most that sum. It takes no room beforehand. A
 * value that is only good for a while says until when: time is the caller's, which tests move.
 */
export const makeMemory = <A extends {}, Key extends {} = string>(
  max: number,
  sizeOf: (value: A) => number = one
): Memory<A, Key> =>
  // Its option `max` would reserve the room for all values at once.
  new LRUCache<Key, A>({ maxSize: max, sizeCalculation: sizeOf })
