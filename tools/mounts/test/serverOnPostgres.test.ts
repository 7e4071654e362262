import { freshDatabase } from "@telemark-tools/postgres"
import { testHost } from "../src/index.js"
import { standaloneServer } from "./support/standaloneServer.js"

testHost("the standalone server on Postgres", standaloneServer(freshDatabase), {
  onceClosed: "nobody"
})
