import { makeLinkMark } from "@telemark/core"
import { hash } from "node:crypto"

export const linkMark = makeLinkMark(hash)
