import { Context } from "effect"

/**
 * Where unguessable bytes come from. The default is the platform's generator; Effect's own `Random` is
 * seeded with 32 bits and so neither unguessable nor unique between processes.
 */
export class Entropy extends Context.Reference<Entropy>()("@telemark/core/Entropy", {
  defaultValue: () => ({
    bytes: (length: number): Uint8Array => globalThis.crypto.getRandomValues(new Uint8Array(length))
  })
}) {}
