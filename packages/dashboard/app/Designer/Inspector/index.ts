export { Inspector, type InspectorTab } from "./Inspector.js"
