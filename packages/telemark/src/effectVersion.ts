import { Data, Effect } from "effect"

/** The oldest supported version. */
const oldest = [3, 22, 4] as const

/** The installed version of Effect isn't supported. */
export class EffectNotUsable extends Data.TaggedError("EffectNotUsable")<{
  readonly found: string
}> {
  readonly code = "effect_not_usable"

  override get message(): string {
    return `Telemark needs Effect 3, version ${oldest.join(".")} or newer, and found ${this.found}. Install it: npm install effect@^${oldest.join(".")}`
  }
}

const isUsable = (version: string): boolean => {
  const [major = 0, minor = 0, patch = 0] = version.split(/[.-]/).map(Number)
  return major === oldest[0] && (minor > oldest[1] || (minor === oldest[1] && patch >= oldest[2]))
}

const foundVersion = (): string => Effect.void[Effect.EffectTypeId]._V

/** Undefined if this version of Effect is supported. */
export const effectProblem = (found: string = foundVersion()): EffectNotUsable | undefined =>
  isUsable(found) ? undefined : new EffectNotUsable({ found })
