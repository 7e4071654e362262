export { CallFailed } from "./CallFailed.js"
export { type Connector, connectorOf, type ConnectorOptions } from "./connector.js"
export { reasonOf } from "./reasonOf.js"
