import { Data, Effect, Version } from "effect"

/** The oldest supported version. */
const oldest = [4, 1, 0] as const

/** The installed version of Effect isn't supported. */
export class EffectNotUsable extends Data.TaggedError("EffectNotUsable")<{
  readonly found: string
}> {
  readonly code = "effect_not_usable"

  override get message(): string {
    return `Telemark needs Effect 4, version ${oldest.join(".")} or newer, and found ${this.found}. Install it: npm install effect@^${oldest.join(".")}`
  }
}

const isUsable = (version: string): boolean => {
  const [major = 0, minor = 0, patch = 0] = version.split(/[.-]/).map(Number)
  return major === oldest[0] && (minor > oldest[1] || (minor === oldest[1] && patch >= oldest[2]))
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
 * Undefined if this version of Effect is supported. Only `require` gets here with an earlier one
 * than 4: an `import` of Telemark fails before, since names are missing.
 */
export const effectProblem = (
  found: string = versionOf({ Effect, Version })
): EffectNotUsable | undefined => (isUsable(found) ? undefined : new EffectNotUsable({ found }))
