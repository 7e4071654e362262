// Imports of a package that runs without Node.
import "effect"
import "effect/Effect"
import "./decide.js"
import "./parts/decide.js"
import "../version.js"
import "node:crypto" // finds: architecture/arrows
import "crypto" // finds: architecture/arrows
import "@effect/sql" // finds: architecture/arrows
import "@telemark/core" // finds: architecture/arrows
import "../../../core/src/index.js" // finds: architecture/entry-points

export const load = () => import("@telemark/sqlite") // finds: architecture/arrows
export type Loaded = import("@telemark/postgres").Loaded // finds: architecture/arrows, typescript/consistent-type-imports
export const where = process.env // finds: no-restricted-globals
export const bytes = Buffer // finds: no-restricted-globals
export const everything = global // finds: no-restricted-globals
export const needed = require // finds: no-restricted-globals
export const here = [
  module, // finds: no-restricted-globals
  __dirname, // finds: no-restricted-globals
  __filename, // finds: no-restricted-globals
  setImmediate // finds: no-restricted-globals
]
