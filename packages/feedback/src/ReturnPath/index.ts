export { emailIdsIn, unsubscribeIdsIn } from "./emailIdsIn.js"
export { layerReturnPaths, type ReturnPathOptions } from "./layerReturnPaths.js"
export { emailIdOfToken, returnPathToken } from "./returnPathToken.js"
export {
  emailIdOfUnsubscribeToken,
  unsubscribeAddress,
  unsubscribePrefix
} from "./unsubscribeAddress.js"
export { writeMac } from "./writeMac.js"
