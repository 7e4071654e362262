import { type InvalidSettings, unknownSettings } from "../Settings/index.js"
import { fail, type Finding, ok, warn } from "./Finding.js"

export const strangers = (names: ReadonlyArray<string>): ReadonlyArray<Finding> =>
  unknownSettings(names).map((name) =>
    warn(
      "settings",
      `${name} is not a setting of this version and has no effect. Check its spelling.`
    )
  )

export const settingsFine: Finding = ok("settings", "All settings can be used.")

export const settingsWrong = ({ problems }: InvalidSettings): ReadonlyArray<Finding> =>
  problems.map(({ name, problem }) => fail("settings", `${name} ${problem}.`))
