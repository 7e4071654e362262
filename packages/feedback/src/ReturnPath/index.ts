export { emailIdsIn } from "./emailIdsIn.js"
export { layerReturnPaths, type ReturnPathOptions } from "./layerReturnPaths.js"
export { emailIdOfToken, returnPathToken } from "./returnPathToken.js"
