export { ConnectFailed, type ConnectTimeouts } from "./ConnectFailed.js"
export { connectTo } from "./connectTo.js"
export { systemAddresses } from "./systemAddresses.js"
