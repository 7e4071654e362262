export { type Known, origin, problemsOfShell, typedIn } from "./checkShell.js"
export { fromSources, problemOfCall, readCommands, readCompletions } from "./cli.js"
export { readCurl } from "./curl.js"
export { commandsOf, withoutVariables } from "./words.js"
