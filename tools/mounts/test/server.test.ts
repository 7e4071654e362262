import { testHost } from "../src/index.js"
import { standaloneServer } from "./support/standaloneServer.js"

testHost("the standalone server", standaloneServer(), { onceClosed: "nobody" })
