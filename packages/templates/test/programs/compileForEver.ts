// Says which process compiles, and has it compile what never comes to an end.
import { Duration, Effect, Scope } from "effect"
import { subscribe } from "node:diagnostics_channel"
import { makeCompiler } from "../../src/compiler/Compiler.js"
import { settingsOf } from "../../src/compiler/Processes.js"
import { endless } from "../endless.js"

subscribe("child_process", (message) => {
  const { process: child } = message as { readonly process: { readonly pid?: number } }
  // It has its number a moment later.
  setImmediate(() => process.stdout.write(`${child.pid}\n`))
})

const settings = { ...settingsOf({}), timeout: Duration.hours(1) }
const compiler = Effect.runSync(
  Effect.flatMap(Scope.make(), (scope) => Scope.provide(makeCompiler(settings), scope))
)
await Effect.runPromise(compiler.compile("tenant", [endless]))
