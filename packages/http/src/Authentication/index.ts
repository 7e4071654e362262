export { Authentication, CurrentCaller } from "./Authentication.js"
export { layerAuthentication } from "./layer.js"
export { scopeTable } from "./RequiredScope.js"
export { requires } from "./requires.js"
