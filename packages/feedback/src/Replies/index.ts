export { findReply, type FoundReply, paragraphAt, stageAround } from "./findReply.js"
