export { layerOwnServers, type OwnServersOptions } from "./layerOwnServers.js"
