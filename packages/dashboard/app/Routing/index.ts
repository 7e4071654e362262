export { Link } from "./Link.js"
export { type PageOf, pages } from "./pages.js"
export { useParameters } from "./useParameters.js"
export { useLocation, useParams } from "wouter-preact"
