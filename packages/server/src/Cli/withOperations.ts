import { layerOperations } from "../Application/index.js"
import { withDatabase } from "./withDatabase.js"

/** Runs an effect over all services and their ports to the outside. */
export const withOperations = withDatabase(layerOperations)
