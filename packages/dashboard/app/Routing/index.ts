export { Link } from "./Link.js"
export { useMailWidth } from "./useMailWidth.js"
export { useParameters } from "./useParameters.js"
export { useLocation, useParams } from "wouter-preact"
