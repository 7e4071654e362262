export { cli } from "./allCommands.js"
