export {
  type Belongs,
  belongsOf,
  connectionOf,
  openTransaction,
  type OpenTransaction
} from "./belongs.js"
export { type Answer, connectionOver, failed } from "./connectionOver.js"
export { makeSqlClient } from "./makeSqlClient.js"
export { octetsOf } from "./octets.js"
export { sharedClient, type SharedClientOptions } from "./sharedClient.js"
export { setUntilOnDisk, type UntilOnDisk, untilOnDiskOf } from "./untilOnDisk.js"
