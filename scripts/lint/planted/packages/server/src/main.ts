import "telemark"
import "telemark/transactions"
import "@effect/platform/HttpApi"
import "@telemark/testing" // finds: architecture/arrows
export type { NodeRuntime } from "@effect/platform-node" // finds: architecture/modules
console.log("started") // finds: no-console
