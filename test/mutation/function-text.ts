import ts from 'typescript';

export type Text = { readonly text: string; readonly start: number };
type Named = Text & { readonly name: string };

/**
 * The source text of each function and method of a module, at any depth, and of each `const` at its
 * top level, without the comment before it. A function stands before those inside it.
 */
export function namedTexts(source: string): readonly Named[] {
  const known = parsed.get(source) ?? parse(source);
  parsed.set(source, known);
  return known;
}

/** Many mutants share a module, and parsing it is most of what their check costs. */
const parsed = new Map<string, readonly Named[]>();

function parse(source: string): readonly Named[] {
  const file = ts.createSourceFile('module.ts', source, ts.ScriptTarget.Latest, true);
  const found: Named[] = [];
  const visit = (node: ts.Node): void => {
    const name = nameOf(node);
    if (name !== undefined) found.push({ name, ...textOf(statementOf(node), file) });
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function nameOf(node: ts.Node): string | undefined {
  if (ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node)) return node.name?.getText();
  if (ts.isConstructorDeclaration(node)) return 'constructor';
  if (!ts.isVariableDeclaration(node) || !ts.isIdentifier(node.name)) return undefined;
  return isFunction(node.initializer) || isTopLevel(node) ? node.name.text : undefined;
}

const isFunction = (node: ts.Node | undefined): boolean =>
  node !== undefined && (ts.isArrowFunction(node) || ts.isFunctionExpression(node));

const isTopLevel = (node: ts.VariableDeclaration): boolean =>
  ts.isVariableStatement(node.parent.parent) && ts.isSourceFile(node.parent.parent.parent);

const textOf = (node: ts.Node, file: ts.SourceFile): Text => ({
  text: node.getText(file),
  start: node.getStart(file),
});

/** A declaration with its `export const`, where it stands alone there. */
const statementOf = (node: ts.Node): ts.Node =>
  ts.isVariableDeclaration(node) &&
  ts.isVariableDeclarationList(node.parent) &&
  node.parent.declarations.length === 1 &&
  ts.isVariableStatement(node.parent.parent)
    ? node.parent.parent
    : node;
