import { Data, Effect, Version } from "effect"
import { effectNeeded, usable } from "./effectNeeded.js"

/** The installed version of Effect isn't supported. */
export class EffectNotUsable extends Data.TaggedError("EffectNotUsable")<{
  readonly found: string
}> {
  readonly code = "effect_not_usable"

  override get message(): string {
    return effectNeeded(this.found)
  }
}

interface Library {
  readonly Effect: { readonly void: object }
  /** Undefined to `require` if the library has no such name. */
  readonly Version?: Pick<typeof Version, "getCurrentVersion"> | undefined
}

/** Before 4, the library's version was part of each effect. */
export const versionOf = ({ Effect, Version }: Library): string => {
  const known: unknown = Reflect.get(Effect.void, Symbol.for("effect/Effect"))
  const earlier = (known as { readonly _V?: string } | undefined)?._V
  return Version?.getCurrentVersion() ?? earlier ?? "unknown"
}

/**
 * Earlier versions than 4 don't get here: `require` refuses them with the same words
 * (`tsup.base.ts`), and `import` doesn't find what it needs.
 */
export const effectProblem = (
  found: string = versionOf({ Effect, Version })
): EffectNotUsable | undefined => (usable.test(found) ? undefined : new EffectNotUsable({ found }))
