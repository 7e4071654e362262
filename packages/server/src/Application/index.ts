export { ehloOptions, senderDomain } from "./ehloOptions.js"
export { layerAdministration, layerApplication, layerOperations } from "./layers.js"
export { layerNameServers } from "./network.js"
export { loadBullmq } from "./queue.js"
