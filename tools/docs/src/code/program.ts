import { join } from "node:path"
import ts from "typescript"
import { root } from "../pages.js"

/** A file that is only in memory. */
export interface VirtualFile {
  /** Its absolute path. */
  readonly path: string
  readonly code: string
  /** Folders whose dependencies it may use, beside those of its own folder. */
  readonly dependencies: ReadonlyArray<string>
}

/** Something that the compiler says about a virtual file. */
export interface Problem {
  readonly path: string
  /** From 0, in the file's code. */
  readonly line: number
  readonly message: string
}

/**
 * What most applications that are strict have; the packages come from their sources, so that
 * nothing has to be built before.
 */
const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  lib: [
    "lib.es2023.d.ts",
    "lib.es2024.string.d.ts",
    "lib.esnext.disposable.d.ts",
    "lib.dom.d.ts",
    "lib.dom.iterable.d.ts"
  ],
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  moduleDetection: ts.ModuleDetectionKind.Force,
  jsx: ts.JsxEmit.ReactJSX,
  customConditions: ["@telemark/source"],
  types: ["node"],
  typeRoots: [join(root, "node_modules/@types")],
  strict: true,
  skipLibCheck: true,
  noEmit: true,
  allowJs: true
}

const hostOf = (files: ReadonlyMap<string, VirtualFile>): ts.CompilerHost => {
  const host = ts.createCompilerHost(options)
  const cache = ts.createModuleResolutionCache(root, (name) => name, options)
  const withFiles: ts.CompilerHost = {
    ...host,
    fileExists: (path) => files.has(path) || host.fileExists(path),
    readFile: (path) => files.get(path)?.code ?? host.readFile(path),
    getSourceFile: (path, version, ...rest) => {
      const file = files.get(path)
      return file === undefined
        ? host.getSourceFile(path, version, ...rest)
        : ts.createSourceFile(path, file.code, version, true)
    }
  }
  const resolve = (name: string, from: string, mode: ts.ResolutionMode) =>
    ts.resolveModuleName(name, from, options, withFiles, cache, undefined, mode)
  return {
    ...withFiles,
    resolveModuleNameLiterals: (literals, from, _redirected, _options, source) =>
      literals.map((literal) => {
        const mode = ts.getModeForUsageLocation(source, literal, options)
        const places = [
          from,
          ...(files.get(from)?.dependencies ?? []).map((folder) => join(folder, "block.ts"))
        ]
        const found = places.map((place) => resolve(literal.text, place, mode))
        return (
          found.find(({ resolvedModule }) => resolvedModule !== undefined) ?? {
            resolvedModule: undefined
          }
        )
      })
  }
}

/**
 * Compiles virtual files together, and says what is wrong in them; what is wrong elsewhere isn't
 * looked at.
 */
export const compile = (files: ReadonlyArray<VirtualFile>): ReadonlyArray<Problem> => {
  const byPath = new Map(files.map((file) => [file.path, file]))
  const program = ts.createProgram([...byPath.keys()], options, hostOf(byPath))
  return files.flatMap(({ path }) => {
    const source = program.getSourceFile(path)
    if (source === undefined) return [{ path, line: 0, message: "could not be read" }]
    return [
      ...program.getSyntacticDiagnostics(source),
      ...program.getSemanticDiagnostics(source)
    ].map((one) => ({
      path,
      line: source.getLineAndCharacterOfPosition(one.start ?? 0).line,
      message: ts.flattenDiagnosticMessageText(one.messageText, "\n")
    }))
  })
}
