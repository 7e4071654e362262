/** `@telemark/client` for applications with Effect. */
export {
  type EffectClient,
  type EffectClientConfig,
  type EffectClientOptions,
  make,
  TelemarkClient
} from "./effect/TelemarkClient.js"
export type { Effects } from "./effect/run.js"
