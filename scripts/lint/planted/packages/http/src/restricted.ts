import { Effect } from "effect"

export const isUrl = (text: string) => URL.canParse(text) // finds: no-restricted-properties
export const one = Effect.makeSemaphore(1) // finds: no-restricted-properties
export const two = Effect.unsafeMakeSemaphore(1) // finds: no-restricted-properties
