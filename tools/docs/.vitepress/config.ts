// VitePress asks for a default export.
export { config as default } from "../src/site/config.js"
