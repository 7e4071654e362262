export { makeNames, Names, ownNames, type TableNames } from "./Names.js"
export { type NamesOptions, problemOf } from "./NamesOptions.js"
export type { KnownNames } from "./rename.js"
export { renaming } from "./renaming.js"
