// Compiles once and comes to its end, with the compiler still open.
import { Effect, Scope } from "effect"
import { makeCompiler } from "../../src/compiler/Compiler.js"
import { settingsOf } from "../../src/compiler/Processes.js"

const compiler = Effect.runSync(
  Effect.flatMap(Scope.make(), (scope) => Scope.provide(makeCompiler(settingsOf({})), scope))
)
const [compiled] = await Effect.runPromise(
  compiler.compile("tenant", [{ html: "<p>{{name}}</p>" }])
)
process.stdout.write(`${compiled?.html ?? "nothing"}\n`)
