export { type GetAnswer, GetFailed, type GetOptions, getThroughGuard } from "./getThroughGuard.js"
export { startTls, TlsFailed, type Trust } from "./startTls.js"
