import { type InvalidSettings, settingList } from "../Settings/index.js"
import { fail, type Finding, ok, warn } from "./Finding.js"

/** Variables that look like settings but aren't: mostly typing mistakes, whose setting silently stays at its default. */
export const strangers = (names: ReadonlyArray<string>): ReadonlyArray<Finding> =>
  names
    .filter((name) => name.startsWith("TELEMARK_") && !settingList.some((setting) => setting.name === name))
    .map((name) => warn("settings", `${name} is not a setting of this version. Check its spelling.`))

export const settingsFine: Finding = ok("settings", "All settings can be used.")

export const settingsWrong = ({ problems }: InvalidSettings): ReadonlyArray<Finding> =>
  problems.map(({ name, problem }) => fail("settings", `${name} ${problem}.`))
