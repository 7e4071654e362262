import { hash } from "node:crypto"
import { makeLinkMark } from "./linkMark.js"

export const linkMark = makeLinkMark(hash)
