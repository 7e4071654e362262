// Tests may import what they like, through the front door.
import "@telemark/testing"
import "node:fs"
import "../src/Ids/Entropy.js"
import "@telemark/core/dist/index.js" // finds: architecture/entry-points
import "../../sql/src/index.js" // finds: architecture/entry-points
import { layer } from "@effect/vitest" // finds: no-restricted-imports
export const layers = [layer]
