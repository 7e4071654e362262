export {
  type DerivedKeys,
  deriveKeys,
  makeLinkKeys,
  makeReturnPathKeys,
  rememberDerived
} from "./derivedKeys.js"
export { deriveToken } from "./deriveToken.js"
export { InvalidSecret, SecretMissing, SecretUnreadable } from "./errors.js"
export { makeFreshKeys } from "./freshKeys.js"
export { inspectSecrets, type SecretCounts } from "./inspectSecrets.js"
export { makeOpened } from "./opened.js"
export { parseSecret } from "./parseSecret.js"
export type { SecretReference } from "./secretReference.js"
export { type RotatedSecrets, rotateSecrets } from "./rotateSecrets.js"
export { type SealedSecret, SealedSecretStore } from "./SealedSecretStore.js"
export { Secrets, type SecretsService } from "./Secrets.js"
export { type SecretKey, StoredKeys } from "./StoredKeys.js"
