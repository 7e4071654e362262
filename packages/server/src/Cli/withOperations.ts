import { layerOperations } from "../Application/layers.js"
import { withDatabase } from "./withDatabase.js"

/** Runs an effect over all services and their ports to the outside. */
export const withOperations = withDatabase(layerOperations)
