export { type Addresses, addressesOf } from "./addresses.js"
export { type BouncesAt, type BouncesFailure, describeBounces, takeBounces } from "./bounces.js"
export { banner } from "./banner.js"
export { type FirstStart, firstStart } from "./firstStart.js"
export {
  addresses,
  drain,
  serve,
  type ServeOptions,
  type Serving,
  type StartFailure,
  work
} from "./serve.js"
export { withFinalizers } from "./finalizers.js"
