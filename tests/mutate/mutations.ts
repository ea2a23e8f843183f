import ts from 'typescript';

/** One small fault: the text between two positions of a file is replaced. */
export interface Mutation {
  file: string;
  line: number;
  start: number;
  end: number;
  replacement: string;
  /** Name of the function that contains it; empty outside of functions with a name. */
  inside: string;
}

/** Operators and their replacements. */
const operators = new Map<ts.SyntaxKind, string>([
  [ts.SyntaxKind.LessThanToken, '<='],
  [ts.SyntaxKind.LessThanEqualsToken, '<'],
  [ts.SyntaxKind.GreaterThanToken, '>='],
  [ts.SyntaxKind.GreaterThanEqualsToken, '>'],
  [ts.SyntaxKind.EqualsEqualsEqualsToken, '!=='],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, '==='],
  [ts.SyntaxKind.AmpersandAmpersandToken, '||'],
  [ts.SyntaxKind.BarBarToken, '&&'],
  [ts.SyntaxKind.MinusToken, '+'],
  [ts.SyntaxKind.AsteriskToken, '/'],
  [ts.SyntaxKind.SlashToken, '*'],
  [ts.SyntaxKind.PlusEqualsToken, '-='],
]);

/** Functions and their replacements: Drizzle's conditions and orders, and methods of arrays and Math. */
const functions = new Map(
  [
    ['eq', 'ne'],
    ['gt', 'gte'],
    ['lt', 'lte'],
    ['asc', 'desc'],
    ['isNull', 'isNotNull'],
    ['some', 'every'],
    ['min', 'max'],
  ].flatMap(([one = '', other = '']) => [
    [one, other],
    [other, one],
  ]),
);

/** Name under which a mutated file imports all of Drizzle. */
const drizzle = 'everythingOfDrizzle';

/** The text of a file with one mutation; its lines keep their numbers. */
export function applied(text: string, { start, end, replacement }: Mutation): string {
  const mutated = text.slice(0, start) + replacement + text.slice(end);
  return replacement.startsWith(drizzle) ? `import * as ${drizzle} from 'drizzle-orm'; ${mutated}` : mutated;
}

/** Calls that only report, such as `deps.log.warn`: their faults change a line for operators. */
const reports = /(^|[.#])(log|jobLog)\??\.\w+$|^process\.stderr\.write$/;

/** Every mutation of a source text. Types, imports, texts and calls of the log are left alone. */
export function mutationsOf(file: string, text: string): Mutation[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: Mutation[] = [];

  let inside = '';

  function add(node: { getStart(): number; end: number }, replacement: string) {
    const start = node.getStart();
    const { line } = source.getLineAndCharacterOfPosition(start);
    found.push({ file, line: line + 1, start, end: node.end, replacement, inside });
  }

  function visit(node: ts.Node): void {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isInterfaceDeclaration(node)) return;
    if (ts.isTypeAliasDeclaration(node) || ts.isExportDeclaration(node)) return;
    if (isReport(node)) return;
    if (ts.isBinaryExpression(node)) visitBinary(node);
    else if (ts.isCallExpression(node)) visitCall(node);
    else if (ts.isConditionalExpression(node) || ts.isIfStatement(node)) visitCondition(node);
    else if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken)
      add(node, node.operand.getText());
    else if (node.kind === ts.SyntaxKind.TrueKeyword) add(node, 'false');
    else if (node.kind === ts.SyntaxKind.FalseKeyword) add(node, 'true');
    else if (ts.isNumericLiteral(node) && !isOrder(node) && !isLimitOfOne(node)) add(node, otherNumber(node.text));
    else if (ts.isExpressionStatement(node) && isCall(node.expression) && !isReport(node.expression)) add(node, ';');
    else if (ts.isReturnStatement(node) && node.expression === undefined) add(node, ';');
    const outside = inside;
    if (ts.isFunctionLike(node)) inside = nameOf(node) ?? outside;
    ts.forEachChild(node, visit);
    inside = outside;
  }

  function visitBinary({ operatorToken, left, right }: ts.BinaryExpression): void {
    const replacement = operators.get(operatorToken.kind);
    if (replacement !== undefined) add(operatorToken, replacement);
    const isSum = operatorToken.kind === ts.SyntaxKind.PlusToken;
    if (isSum && ![left, right].some((side) => /['"`]/.test(side.getText()))) add(operatorToken, '-');
    if (operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken)
      add({ getStart: () => left.end, end: right.end }, '');
  }

  function visitCall(node: ts.CallExpression): void {
    const { expression, arguments: given } = node;
    const name = ts.isPropertyAccessExpression(expression) ? expression.name : expression;
    const replacement = ts.isIdentifier(name) ? functions.get(name.text) : undefined;
    if (replacement !== undefined) {
      if (ts.isPropertyAccessExpression(expression)) add(name, replacement);
      // The file may not import the other one: `applied` imports all of them.
      else if (isImportedFromDrizzle(name.getText())) add(name, `${drizzle}.${replacement}`);
    }
    if (name.getText() === 'where' && ts.isPropertyAccessExpression(expression))
      add({ getStart: () => expression.expression.end, end: node.end }, '');
    if (name.getText() === 'and' || name.getText() === 'or') for (const one of given) add(one, 'undefined');
    if (
      ['filter', 'toSorted', 'slice', 'trim', 'toLowerCase'].includes(name.getText()) &&
      ts.isPropertyAccessExpression(expression)
    )
      add({ getStart: () => expression.expression.end, end: node.end }, '');
  }

  function visitCondition(node: ts.ConditionalExpression | ts.IfStatement): void {
    const condition = ts.isIfStatement(node) ? node.expression : node.condition;
    add(condition, 'true');
    add(condition, 'false');
  }

  const imports = source.statements.filter(ts.isImportDeclaration).map((statement) => statement.getText());
  function isImportedFromDrizzle(name: string): boolean {
    return imports.some((text) => text.includes("'drizzle-orm'") && new RegExp(`\\b${name}\\b`).test(text));
  }

  visit(source);
  return found.filter(({ start, end, replacement }) => text.slice(start, end) !== replacement);
}

/** The name under which V8 lists a function. */
function nameOf({ name, parent }: ts.SignatureDeclaration): string | undefined {
  if (name !== undefined) return name.getText();
  const isNamed = ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent);
  return isNamed && ts.isIdentifier(parent.name) ? parent.name.text : undefined;
}

/** True for the 1 of `a < b ? -1 : 1`: of an order only the sign counts. */
function isOrder({ parent, text }: ts.NumericLiteral): boolean {
  if (ts.isPrefixUnaryExpression(parent)) return isOrderResult(parent.parent);
  return text === '1' && isOrderResult(parent);
}

/** True for the 1 of `.limit(1)`: callers take the first row. */
function isLimitOfOne({ parent, text }: ts.NumericLiteral): boolean {
  return text === '1' && ts.isCallExpression(parent) && /\.limit$/.test(parent.expression.getText());
}

function isReport(node: ts.Node): boolean {
  return ts.isCallExpression(node) && reports.test(node.expression.getText());
}

function isOrderResult(node: ts.Node): boolean {
  return (
    ts.isConditionalExpression(node) && /^-?1$/.test(node.whenTrue.getText()) && /^-?1$/.test(node.whenFalse.getText())
  );
}

/** One more; of a large number, which is a time or a size, double: no test can notice one millisecond in a day. */
function otherNumber(text: string): string {
  const isLarge = Number(text.replaceAll('_', '')) >= 100;
  return isLarge ? `(${text} * 2)` : `(${text} + 1)`;
}

function isCall(node: ts.Expression): boolean {
  if (ts.isAwaitExpression(node) || ts.isVoidExpression(node)) return isCall(node.expression);
  return ts.isCallExpression(node);
}
