export { type Address, readAddress, readUnmapped } from "./address.js"
