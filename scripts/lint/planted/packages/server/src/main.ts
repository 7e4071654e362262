import "telemark"
import "telemark/transactions"
import "effect/http-api/HttpApi"
import "@telemark/testing" // finds: architecture/arrows
export type { Command } from "effect/cli" // finds: architecture/modules
console.log("started") // finds: no-console
