import ts from "typescript"

/** What a block of code has at its top level, and what it may want from elsewhere. */
export interface Names {
  /** What it imports: each name, and the import of that name alone. */
  readonly imported: ReadonlyMap<string, string>
  readonly declared: ReadonlySet<string>
  /** Declared, and exported by the block itself. */
  readonly exported: ReadonlySet<string>
  /** Every word of it that could be a name from elsewhere. */
  readonly mentioned: ReadonlySet<string>
}

const importsOf = (statement: ts.ImportDeclaration): ReadonlyArray<readonly [string, string]> => {
  const from = statement.moduleSpecifier.getText()
  const clause = statement.importClause
  const named = clause?.namedBindings
  return [
    ...(clause?.name === undefined
      ? []
      : [[clause.name.text, `import ${clause.name.text} from ${from}`] as const]),
    ...(named !== undefined && ts.isNamespaceImport(named)
      ? [[named.name.text, `import ${named.getText()} from ${from}`] as const]
      : []),
    ...(named !== undefined && ts.isNamedImports(named)
      ? named.elements.map(
          (one) => [one.name.text, `import { ${one.getText()} } from ${from}`] as const
        )
      : [])
  ]
}

const bindings = (name: ts.BindingName): ReadonlyArray<string> =>
  ts.isIdentifier(name)
    ? [name.text]
    : name.elements.flatMap((one) => (ts.isOmittedExpression(one) ? [] : bindings(one.name)))

const declaredBy = (statement: ts.Statement): ReadonlyArray<string> => {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap(({ name }) => bindings(name))
  const isNamed =
    ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement) ||
    ts.isEnumDeclaration(statement)
  return isNamed && statement.name !== undefined ? [statement.name.text] : []
}

const isExported = (statement: ts.Statement): boolean =>
  ts.canHaveModifiers(statement) &&
  (ts.getModifiers(statement) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)

const mentions = (node: ts.Node, found: Set<string>): Set<string> => {
  if (ts.isIdentifier(node)) found.add(node.text)
  ts.forEachChild(node, (child) => {
    mentions(child, found)
  })
  return found
}

/** Reads a block. */
export const namesOf = (code: string, isTsx: boolean): Names => {
  const file = ts.createSourceFile(
    isTsx ? "block.tsx" : "block.ts",
    code,
    ts.ScriptTarget.ESNext,
    true
  )
  const imports = file.statements.filter(ts.isImportDeclaration)
  return {
    imported: new Map(imports.flatMap(importsOf)),
    declared: new Set(file.statements.flatMap(declaredBy)),
    exported: new Set(file.statements.filter(isExported).flatMap(declaredBy)),
    mentioned: mentions(file, new Set())
  }
}
