/**
 * `@telemark/client` for applications with Effect: the same operations, options, errors and
 * repetitions.
 */
export {
  type EffectClient,
  type EffectClientConfig,
  type EffectClientOptions,
  make,
  TelemarkClient
} from "./TelemarkClient.js"
export type { Effects } from "./run.js"
