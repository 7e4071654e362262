import { Deferred, Effect, Latch, Semaphore } from "effect"

export const isUrl = (text: string) => URL.canParse(text) // finds: no-restricted-properties
export const one = Semaphore.make(1) // finds: no-restricted-properties
export const two = Semaphore.makeUnsafe(1) // finds: no-restricted-properties
export const three = Effect.callback<void>(() => undefined) // finds: no-restricted-properties
export const four = Deferred.await(Deferred.makeUnsafe<number>()) // finds: no-restricted-properties
export const five = Latch.makeUnsafe().await // finds: no-restricted-properties
