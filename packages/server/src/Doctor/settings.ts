import { type InvalidSettings, settingLike, unknownSettings } from "../Settings/index.js"
import { fail, type Finding, ok, warn } from "./Finding.js"

export const strangers = (names: ReadonlyArray<string>): ReadonlyArray<Finding> =>
  unknownSettings(names).map((name) => {
    const meant = settingLike(name)
    const advice = meant === undefined ? "Check its spelling." : `Did you mean ${meant}?`
    return warn("settings", `${name} is not a setting of this version and has no effect. ${advice}`)
  })

export const settingsFine: Finding = ok("settings", "All settings can be used.")

export const settingsWrong = ({ problems }: InvalidSettings): ReadonlyArray<Finding> =>
  problems.map(({ name, problem }) => fail("settings", `${name} ${problem}.`))
