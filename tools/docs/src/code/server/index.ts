export { callsServer, problemOfMjml, problemOfRun, problemOfSql } from "./run.js"
export { type Server, startServer } from "./start.js"
