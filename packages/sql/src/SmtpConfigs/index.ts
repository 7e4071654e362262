export { makeFindSmtpConfigs } from "./findSmtpConfigs.js"
export { layerSmtpConfigStore } from "./SmtpConfigStore.js"
