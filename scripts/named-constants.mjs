/**
 * Finds the constants behind public types: those that a `typeof` names in a declaration, or in any declaration that it
 * refers to. For example, `Answered<typeof SCHEMA>` makes the schema part of the public surface.
 *
 * @param ts The compiler.
 * @param checker Its checker of the program.
 * @param symbols The symbols of the public names.
 * @param isOurs Whether a source file belongs to the repository.
 * @returns The symbols of the constants, without those that are public themselves.
 */
export function namedConstants(ts, checker, symbols, isOurs) {
  const constants = new Set()
  const seen = new Set(symbols)
  const open = [...symbols]
  for (let symbol = open.pop(); symbol !== undefined; symbol = open.pop())
    for (const declaration of symbol.declarations ?? []) if (isOurs(declaration.getSourceFile())) visit(declaration)
  return [...constants]

  /** Visits types only: function bodies and initial values are not part of the surface. */
  function visit(node) {
    if (ts.isBlock(node)) return
    if (ts.isTypeQueryNode(node)) meet(node.exprName, true)
    else if (ts.isTypeReferenceNode(node)) meet(node.typeName, false)
    else if (ts.isExpressionWithTypeArguments(node)) meet(node.expression, false)
    else if (ts.isImportTypeNode(node) && node.qualifier) meet(node.qualifier, node.isTypeOf)
    ts.forEachChild(node, (child) => {
      if (child !== node.initializer || ts.isEnumMember(node)) visit(child)
    })
  }

  function meet(name, isValue) {
    const found = checker.getSymbolAtLocation(name)
    const symbol = found && found.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(found) : found
    if (!symbol || seen.has(symbol) || !symbol.declarations?.some((one) => isOurs(one.getSourceFile()))) return
    seen.add(symbol)
    open.push(symbol)
    if (isValue && symbol.flags & (ts.SymbolFlags.Variable | ts.SymbolFlags.Function)) constants.add(symbol)
  }
}
