/** Telemark as one process: HTTP API, worker, dashboard and the command line `telemark`. */
export {
  type FirstStart,
  serve,
  type ServeOptions,
  type Serving,
  type StartFailure
} from "./Serve/index.js"
export {
  InvalidSettings,
  readSettings,
  type Setting,
  settingList,
  type SettingProblem,
  type Settings,
  type TransportSettings
} from "./Settings/index.js"
export { ListenFailed } from "./Listener/index.js"
export { SecretsNotUsable, StorageNotUsable } from "./Storage/index.js"
