export { ListenFailed } from "./errors.js"
export { listen, type ListenOptions } from "./listen.js"
