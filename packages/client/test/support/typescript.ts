import { fileURLToPath } from "node:url"
import ts from "typescript"

const root = fileURLToPath(new URL("../../", import.meta.url))

/**
 * What the compiler says of a file that isn't there, as if it were in the folder of the tests: the
 * line it speaks of, and its words.
 */
export const problemsOf = (
  text: string
): ReadonlyArray<readonly [line: string, problem: string]> => {
  const file = `${root}test/unwritten.ts`
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    lib: ["lib.es2023.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
    types: ["node"],
    skipLibCheck: true,
    noErrorTruncation: true,
    customConditions: ["@telemark/source"]
  }
  const host = ts.createCompilerHost(options)
  const readFile = host.readFile.bind(host)
  const getSourceFile = host.getSourceFile.bind(host)
  host.readFile = (name) => (name === file ? text : readFile(name))
  host.fileExists = (name) => name === file || ts.sys.fileExists(name)
  host.getSourceFile = (name, ...rest) =>
    name === file
      ? ts.createSourceFile(name, text, ts.ScriptTarget.ES2022)
      : getSourceFile(name, ...rest)
  const program = ts.createProgram([file], options, host)
  const source = program.getSourceFile(file)
  const lines = text.split("\n")
  return [
    ...program.getSyntacticDiagnostics(source),
    ...program.getSemanticDiagnostics(source)
  ].map(({ messageText, start = 0 }) => [
    lines[source?.getLineAndCharacterOfPosition(start).line ?? 0] ?? "",
    ts.flattenDiagnosticMessageText(messageText, "\n")
  ])
}
