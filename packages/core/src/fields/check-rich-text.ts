import type * as ProseMirror from 'prosemirror-model'
import type { AttributeSpec, Mark, Node, Schema } from 'prosemirror-model'
import type { ValueProblem } from '../contracts/errors.ts'
import type { JsonObject, JsonValue } from '../contracts/json.ts'
import { isObject } from '../content/json-object.ts'
import { textBlocks } from '../content/walk-content.ts'
import { issueWords } from './issue-words.ts'
import type { AllowedContent } from './rich-text-content.ts'
import { richTextMentions } from './rich-text-mentions.ts'
import { markAttributes, nodeAttributes, wrongTogether, SPECIFICATION } from './rich-text-schema.ts'
import { loadWhenNeeded } from './load-when-needed.ts'

/**
 * Finds all problems of a rich text. First checks each node, because ProseMirror ignores unknown attributes; if all are
 * valid, checks their nesting.
 */
export function checkRichText(value: JsonValue, allowed: AllowedContent): readonly ValueProblem[] {
  const form = new FormCheck(allowed)
  form.node(value, '', 'doc')
  if (form.problems.length > 0) return form.problems
  if (richTextMentions.in(value).length > MOST_MENTIONS) return [{ code: 'max', path: '', message: tooManyMentions }]
  if (textBlocks(value).length > MOST_BLOCKS) return [{ code: 'max', path: '', message: tooManyBlocks }]
  const problems: ValueProblem[] = []
  checkContent(richTextSchema().nodeFromJSON(value), '', problems)
  return problems
}

class FormCheck {
  readonly problems: ValueProblem[] = []
  readonly #nodes: readonly string[]
  readonly #marks: readonly string[]
  readonly #schema: Schema = richTextSchema()
  #characters = 0

  constructor({ nodes, marks }: AllowedContent) {
    this.#nodes = nodes
    this.#marks = marks
  }

  node(value: unknown, path: string, only?: string): void {
    if (!isObject(value)) return this.#refuse(path, 'Must be a node, { type, … }.')
    const type = value['type']
    if (!isName(type, this.#nodes) || (type === 'doc') !== (only === 'doc')) {
      return this.#refuse(join(path, 'type'), `Must be ${only ? `"${only}"` : `one of: ${names(this.#nodes)}`}.`)
    }
    const isText = type === 'text'
    const allowed = isText ? ['type', 'text', 'marks'] : ['type', 'attrs', 'content', 'marks']
    this.#refuseUnknown(value, allowed, path)
    this.#attributes(type, value['attrs'], nodeAttributes[type] ?? {}, requiredOf(this.#schema.nodes[type]), path)
    this.#list(value['marks'], join(path, 'marks'), (mark, at) => this.#mark(mark, at))
    if (isText) this.#text(value['text'], join(path, 'text'))
    else this.#list(value['content'], join(path, 'content'), (child, at) => this.node(child, at))
  }

  #mark(value: unknown, path: string): void {
    if (!isObject(value)) return this.#refuse(path, 'Must be a mark, { type, … }.')
    const type = value['type']
    if (!isName(type, this.#marks)) {
      return this.#refuse(join(path, 'type'), `Must be one of: ${names(this.#marks)}.`)
    }
    this.#refuseUnknown(value, ['type', 'attrs'], path)
    this.#attributes(type, value['attrs'], markAttributes[type] ?? {}, requiredOf(this.#schema.marks[type]), path)
  }

  #text(value: unknown, path: string): void {
    if (typeof value !== 'string' || value === '') return this.#refuse(path, 'Must be a text that is not empty.')
    const before = this.#characters
    this.#characters += value.length
    if (before <= MOST_CHARACTERS && this.#characters > MOST_CHARACTERS) {
      this.problems.push({ code: 'max_length', path: '', message: `Must have at most ${MOST_CHARACTERS} characters.` })
    }
  }

  #attributes(
    type: string,
    value: unknown,
    rules: { readonly [attribute: string]: (value: unknown) => string | null },
    required: readonly string[],
    path: string,
  ): void {
    const at = join(path, 'attrs')
    if (value !== undefined && value !== null && !isObject(value)) return this.#refuse(at, 'Must be an object.')
    if (type === 'block' && !isObject(value))
      this.problems.push({ code: 'required', path: join(at, 'blockType'), message: issueWords.required })
    const given = isObject(value) ? value : {}
    this.#refuseUnknown(given, Object.keys(rules), at)
    for (const [name, rule] of Object.entries(rules)) {
      const isGiven = Object.hasOwn(given, name)
      const wrong = isGiven || required.includes(name) ? rule(given[name]) : null
      if (wrong !== null) this.#refuse(join(at, name), `Must be ${wrong}.`)
    }
    const together = wrongTogether(type, given as JsonObject)
    if (together) this.#refuse(join(at, together.at), `Must be ${together.wrong}.`)
  }

  #list(value: unknown, path: string, each: (item: unknown, path: string) => void): void {
    if (value === undefined) return
    if (!Array.isArray(value)) return this.#refuse(path, 'Must be a list.')
    value.forEach((item, index) => {
      each(item, join(path, String(index)))
    })
  }

  #refuseUnknown(value: Record<string, unknown>, allowed: readonly string[], path: string): void {
    for (const key of Object.keys(value)) {
      if (!allowed.includes(key)) this.#refuse(join(path, key), 'Is not allowed here.')
    }
  }

  #refuse(path: string, message: string): void {
    if (this.problems.length < 100) this.problems.push({ code: 'format', path, message })
  }
}

/** Checks the nesting of nodes and marks against the schema's content expressions. */
function checkContent(node: Node, path: string, problems: ValueProblem[]): void {
  if (problems.length >= 100) return
  if (!node.type.validContent(node.content)) {
    problems.push({ code: 'format', path, message: `A ${node.type.name} cannot contain this.` })
  }
  const { Mark } = proseMirror()
  const compatible = node.marks.reduce<readonly Mark[]>((set, mark) => mark.addToSet(set), Mark.none)
  if (!Mark.sameSet(compatible, node.marks)) {
    problems.push({ code: 'format', path: join(path, 'marks'), message: 'These marks cannot be combined.' })
  }
  node.forEach((child, _offset, index) => {
    checkContent(child, join(path, `content.${index}`), problems)
  })
}

function isName(value: unknown, types: readonly string[]): value is string {
  return typeof value === 'string' && types.includes(value)
}

function names(types: readonly string[]): string {
  return types.filter((name) => name !== 'doc').join(', ')
}

function requiredOf(
  type: { readonly spec: { readonly attrs?: { readonly [name: string]: AttributeSpec } } } | undefined,
): string[] {
  return Object.entries(type?.spec.attrs ?? {}).flatMap(([name, spec]) =>
    Object.hasOwn(spec, 'default') ? [] : [name],
  )
}

function join(path: string, next: string): string {
  return path === '' ? next : `${path}.${next}`
}

/**
 * Loads ProseMirror. It has a file of its own because its types refer to the DOM, which applications that check all
 * declarations may lack.
 */
function proseMirror(): typeof ProseMirror {
  return loadWhenNeeded('prosemirror-model') as typeof ProseMirror
}

export function richTextSchema(): ProseMirror.Schema {
  made ??= new (proseMirror().Schema)(SPECIFICATION as ProseMirror.SchemaSpec)
  return made
}

let made: ProseMirror.Schema | undefined

const MOST_CHARACTERS = 500_000
export const MOST_MENTIONS = 1_000
const MOST_BLOCKS = 100

/** Maximum nesting of texts inside of blocks inside of texts. */
export const MOST_BLOCK_LEVELS = 3

export const tooManyMentions = `Must name at most ${MOST_MENTIONS.toLocaleString('en')} documents.`
const tooManyBlocks = `Must have at most ${MOST_BLOCKS} blocks.`
