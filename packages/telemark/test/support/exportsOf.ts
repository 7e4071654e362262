import { fileURLToPath } from "node:url"
import ts from "typescript"

const packages = fileURLToPath(new URL("../../..", import.meta.url))

/** What declares a symbol, if that is a package of this repository. */
const ourDeclarations = ({ declarations = [] }: ts.Symbol): ReadonlyArray<ts.Declaration> =>
  declarations.filter((one) => {
    const { fileName } = one.getSourceFile()
    return fileName.startsWith(packages) && !fileName.includes("/node_modules/")
  })

const isExportedFromItsFile = (declaration: ts.Declaration): boolean =>
  (ts.getCombinedModifierFlags(declaration) & ts.ModifierFlags.Export) !== 0

const isOf = ({ flags }: ts.Symbol, kind: ts.SymbolFlags): boolean => (flags & kind) !== 0

const nameOf = (node: ts.Node): ts.Node | undefined => {
  if (ts.isTypeReferenceNode(node)) return node.typeName
  return ts.isExpressionWithTypeArguments(node) ? node.expression : undefined
}

/**
 * What a package exports, which of it are types, and the types of this repository that these name
 * beside them.
 */
export const exportsOf = (
  folder: string
): {
  readonly names: ReadonlySet<string>
  readonly types: ReadonlySet<string>
  readonly missing: ReadonlyArray<{ readonly name: string; readonly namedBy: string }>
} => {
  const file = `${packages}${folder}/src/index.ts`
  const program = ts.createProgram([file], {
    strict: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    lib: ["lib.es2023.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
    types: ["node"],
    customConditions: ["@telemark/source"]
  })
  const checker = program.getTypeChecker()
  const originOf = (symbol: ts.Symbol): ts.Symbol =>
    isOf(symbol, ts.SymbolFlags.Alias) ? checker.getAliasedSymbol(symbol) : symbol

  /** The types that a declaration names, through those that only its file can name. */
  const namedIn = (declaration: ts.Node): ReadonlyArray<ts.Symbol> => {
    const found = new Set<ts.Symbol>()
    const add = (symbol: ts.Symbol): void => {
      if (isOf(symbol, ts.SymbolFlags.TypeParameter) || found.has(symbol)) return
      found.add(symbol)
      for (const one of ourDeclarations(symbol)) if (!isExportedFromItsFile(one)) visit(one)
    }
    const visit = (node: ts.Node): void => {
      // Bodies and inferred values name nothing that a user has to.
      if (ts.isBlock(node) || (ts.isVariableDeclaration(node) && node.type === undefined)) return
      const name = nameOf(node)
      const symbol = name === undefined ? undefined : checker.getSymbolAtLocation(name)
      if (symbol !== undefined) add(originOf(symbol))
      ts.forEachChild(node, visit)
    }
    visit(declaration)
    return [...found].filter((one) => ourDeclarations(one).some(isExportedFromItsFile))
  }

  const index = checker.getSymbolAtLocation(program.getSourceFile(file)!)!
  const exported = checker
    .getExportsOfModule(index)
    .map((symbol) => [symbol.name, originOf(symbol)] as const)
  const known = new Set(exported.map(([, symbol]) => symbol))
  return {
    names: new Set(exported.map(([name]) => name)),
    types: new Set(
      exported.flatMap(([name, symbol]) => (isOf(symbol, ts.SymbolFlags.Type) ? [name] : []))
    ),
    missing: exported.flatMap(([namedBy, symbol]) =>
      ourDeclarations(symbol)
        .flatMap(namedIn)
        .filter((one) => !known.has(one))
        .map(({ name }) => ({ name, namedBy }))
    )
  }
}
