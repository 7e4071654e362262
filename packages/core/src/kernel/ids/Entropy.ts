import { Context } from "effect"

const drawn = new Uint8Array(4096)
let used = drawn.length

/**
 * Draws from the platform in large pieces: requesting the 16 bytes of each id would cost ten times
 * as much.
 */
const take = (length: number): Uint8Array => {
  if (length > drawn.length) return globalThis.crypto.getRandomValues(new Uint8Array(length))
  if (used + length > drawn.length) {
    globalThis.crypto.getRandomValues(drawn)
    used = 0
  }
  const bytes = drawn.slice(used, used + length)
  drawn.fill(0, used, used + length)
  used += length
  return bytes
}

/**
 * Unguessable bytes from the platform's generator. Effect's `Random` is seeded with 32 bits:
 * neither unguessable nor unique across processes.
 */
export const Entropy = Context.Reference("@telemark/core/Entropy", {
  defaultValue: () => ({
    bytes: take
  })
})
