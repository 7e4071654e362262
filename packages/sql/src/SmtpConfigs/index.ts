export { AnyOwnServer } from "./AnyOwnServer.js"
export { makeFindSmtpConfigs } from "./findSmtpConfigs.js"
export { layerSmtpConfigStore } from "./SmtpConfigStore.js"
