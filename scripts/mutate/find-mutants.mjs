// Finds the mutants of a source file: one small change each, such as `<` for `<=`, or a removed statement.
//
// A mutant is `{ start, end, text, says }`: `text` replaces the source between the two offsets. Every mutant replaces a
// whole expression or removes a whole statement, so that all of them fit into one file and can be switched on one at a
// time.
import { parseSync } from 'vite'

const RELATIONS = { '<': ['<=', '>='], '<=': ['<', '>'], '>': ['>=', '<='], '>=': ['>', '<'] }
const EQUALITIES = { '===': '!==', '!==': '===' }
const ARITHMETIC = { '+': '-', '-': '+', '*': '/', '/': '*', '%': '*' }
const ASSIGNMENTS = { '+=': '-=', '-=': '+=', '*=': '/=' }
const METHODS = { some: 'every', every: 'some', startsWith: 'endsWith', endsWith: 'startsWith', min: 'max', max: 'min' }
/** Methods whose removal leaves the value that they are called on. */
const LEFT_OUT = new Set(['filter', 'toSorted', 'toReversed', 'slice', 'trim', 'toLowerCase', 'flat'])
/** Expressions with type syntax; all other TS nodes are types. */
const WRAPPERS = new Set([
  'TSAsExpression',
  'TSNonNullExpression',
  'TSSatisfiesExpression',
  'TSInstantiationExpression',
])

export function findMutants(path, source) {
  const { program, errors } = parseSync(path, source)
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0].message}`)
  const found = []
  const raw = (node) => source.slice(node.start, node.end)
  const add = (node, text, says) => found.push({ start: node.start, end: node.end, text, says, kind: 'expression' })
  const leaveOut = (node, text, says) => found.push({ start: node.start, end: node.end, text, says, kind: 'statement' })
  const between = (node, one, other, text) =>
    `${source.slice(node.start, one.end)} ${text} ${source.slice(other.start, node.end)}`

  visit(program, { isCondition: false, isInChain: false })
  return found

  function visit(node, place) {
    if (node.type.startsWith('TS') && !WRAPPERS.has(node.type)) return
    mutate(node, place)
    for (const [name, child] of Object.entries(node)) {
      if (isName(node, name)) continue
      for (const one of Array.isArray(child) ? child : [child]) if (isNode(one)) visit(one, placeOf(node, name, place))
    }
  }

  function mutate(node, { isCondition, isInChain }) {
    switch (node.type) {
      case 'IfStatement':
      case 'ConditionalExpression':
        add(node.test, 'true', 'the condition is true')
        add(node.test, 'false', 'the condition is false')
        return
      case 'WhileStatement':
        add(node.test, 'false', 'the loop is never entered')
        return
      case 'BinaryExpression':
        // For a whole condition, `true` and `false` cover the opposite already.
        if (node.operator in RELATIONS)
          for (const text of RELATIONS[node.operator].slice(0, isCondition ? 1 : 2)) operator(node, text)
        if (!isCondition && node.operator in EQUALITIES) operator(node, EQUALITIES[node.operator])
        if (node.operator in ARITHMETIC && !isText(node.left) && !isText(node.right))
          operator(node, ARITHMETIC[node.operator])
        return
      case 'LogicalExpression':
        if (node.operator === '??') add(node, `(${raw(node.left)})`, 'without what stands after ??')
        // Parenthesizes each side: `a || b && c` must not become `a && b && c`.
        else {
          const other = node.operator === '&&' ? '||' : '&&'
          add(node, `(${raw(node.left)}) ${other} (${raw(node.right)})`, `${node.operator} → ${other}`)
        }
        return
      case 'UnaryExpression':
        if (node.operator === '!' && !isCondition) add(node, `!!(${raw(node.argument)})`, 'without !')
        return
      case 'UpdateExpression': {
        const other = node.operator === '++' ? '--' : '++'
        add(node, node.prefix ? other + raw(node.argument) : raw(node.argument) + other, `${node.operator} → ${other}`)
        return
      }
      case 'AssignmentExpression':
        if (node.operator in ASSIGNMENTS) operator(node, ASSIGNMENTS[node.operator])
        return
      case 'Literal':
        if (typeof node.value === 'number') add(node, `(${node.raw} + 1)`, `${node.raw} → ${node.raw} + 1`)
        if (typeof node.value === 'boolean') add(node, String(!node.value), `${node.raw} → ${!node.value}`)
        return
      case 'CallExpression':
        if (!isInChain) call(node)
        return
      case 'ExpressionStatement':
        statement(node)
        return
      default:
    }
  }

  function operator(node, text) {
    add(node, between(node, node.left, node.right, text), `${node.operator} → ${text}`)
  }

  function call(node) {
    const { callee } = node
    if (callee.type !== 'MemberExpression' || callee.computed || callee.optional || node.optional) return
    const { name } = callee.property
    if (LEFT_OUT.has(name)) add(node, `(${raw(callee.object)})`, `without .${name}()`)
    if (Object.hasOwn(METHODS, name)) {
      const rest = source.slice(callee.property.end, node.end)
      add(
        node,
        `${source.slice(node.start, callee.property.start)}${METHODS[name]}${rest}`,
        `.${name} → .${METHODS[name]}`,
      )
    }
  }

  function statement(node) {
    const { expression } = node
    if (node.directive) return
    if (expression.type === 'CallExpression' && expression.callee.type === 'Super') return
    leaveOut(node, '', 'the statement is left out')
    if (expression.type === 'AwaitExpression') leaveOut(node, `;${raw(expression.argument)}`, 'without await')
  }
}

function placeOf(node, name, place) {
  const isTest = name === 'test' && ['IfStatement', 'ConditionalExpression', 'WhileStatement'].includes(node.type)
  // Within `a?.b.c()`, parentheses would change what the optional chain skips.
  const isLink = place.isInChain && (name === 'object' || name === 'callee' || name === 'expression')
  return { isCondition: isTest, isInChain: node.type === 'ChainExpression' || isLink }
}

/** Whether the part is a name or other syntax, not an expression. */
function isName(node, part) {
  if (node.type === 'ImportDeclaration' || node.type === 'ExportAllDeclaration') return true
  if (part === 'key' || part === 'property') return !node.computed
  return ['source', 'label', 'typeAnnotation', 'typeParameters', 'typeArguments', 'returnType'].includes(part)
}

function isNode(value) {
  return typeof value === 'object' && value !== null && typeof value.type === 'string'
}

function isText(node) {
  return node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node.value === 'string')
}
