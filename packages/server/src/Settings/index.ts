export { databaseName, type DatabaseSettings } from "./database.js"
export type { Setting, SettingProblem } from "./Setting.js"
export { InvalidSettings, readSettings, secretMissing, type Settings, type TransportSettings } from "./Settings.js"
export { settingList, unknownSettings } from "./table.js"
