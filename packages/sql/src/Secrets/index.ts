export { layerSealedSecretStore } from "./SealedSecretStore.js"
