export { databaseName, type DatabaseSettings } from "./database.js"
export { formatDuration } from "./formatSettings.js"
export type { Setting, SettingProblem } from "./Setting.js"
export {
  InvalidSettings,
  readSettings,
  type RelaySettings,
  secretMissing,
  type Settings,
  type TransportSettings
} from "./Settings.js"
export { imapPasswordName, settingLike, settingList, unknownSettings } from "./settingList.js"
