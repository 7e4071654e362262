/** Telemark as one process: HTTP API, worker, dashboard and the command line `telemark`. */
export {
  type FirstStart,
  serve,
  type ServeOptions,
  type Serving,
  type StartFailure
} from "./serve/serve.js"
export { type Setting, type SettingProblem } from "./settings/Setting.js"
export { InvalidSettings, readSettings, type Settings } from "./settings/Settings.js"
export type { TransportSettings } from "./settings/transport.js"
export { settingList } from "./settings/settingList.js"
export { ListenFailed } from "./serve/listen.js"
export { SecretsNotUsable, StorageNotUsable } from "./application/storage.js"
