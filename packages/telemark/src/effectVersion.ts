import { Data, Effect } from "effect"

/** The oldest version that has all that is used here. */
const oldest = [3, 22, 4] as const

/** The Effect that was found is not one that Telemark works with. */
export class EffectNotUsable extends Data.TaggedError("EffectNotUsable")<{
  /** The version that was found. */
  readonly found: string
}> {
  readonly code = "effect_not_usable"

  override get message(): string {
    return `Telemark needs Effect 3, version ${oldest.join(".")} or newer, and found ${this.found}. Install it: npm install effect@^${oldest.join(".")}`
  }
}

/** Whether that version is of the same major and not older. */
const isUsable = (version: string): boolean => {
  const [major = 0, minor = 0, patch = 0] = version.split(/[.-]/).map(Number)
  return major === oldest[0] && (minor > oldest[1] || (minor === oldest[1] && patch >= oldest[2]))
}

/** The version of the Effect that this process loaded. */
const foundVersion = (): string => Effect.void[Effect.EffectTypeId]._V

/** Why this version of Effect can't be used; undefined if it can. */
export const effectProblem = (found: string = foundVersion()): EffectNotUsable | undefined =>
  isUsable(found) ? undefined : new EffectNotUsable({ found })
