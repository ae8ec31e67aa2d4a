import { color } from '@quirecms/color'
import type { FieldAccess, FieldAdmin, FieldDefinition, LocalizedText } from '@quirecms/core'
import { f, type RuleArguments } from 'quirecms'
import type { Dice } from './dice.ts'

/** A field with initial values. */
export interface GeneratedField {
  readonly definition: FieldDefinition
  readonly value: () => unknown
}

export type GeneratedFields = Readonly<Record<string, GeneratedField>>

/** What a generated field depends on. */
export interface Surroundings {
  readonly dice: Dice
  readonly isLocalized: boolean
  readonly collections: readonly string[]
  readonly uploads: readonly string[]
}

const adminOnly = ({ actor }: RuleArguments) =>
  (actor?.['roles'] as readonly unknown[] | null)?.includes('admin') ?? false

const TEXTS = [
  'Paper',
  'A title that is so long that it can hardly stand in a line, in a column or in a card',
  'ورق',
  '紙',
]

/** Types with one value; the others contain fields. */
const SIMPLE = [
  'text',
  'texts',
  'textarea',
  'email',
  'url',
  'code',
  'number',
  'numbers',
  'checkbox',
  'date',
  'day',
  'days',
  'select',
  'selects',
  'json',
  'point',
  'richText',
  'color',
  'virtual',
  'relationship',
  'relationships',
  'anything',
  'upload',
  'pictures',
] as const

const NESTED = ['group', 'array', 'blocks'] as const

type Kind = (typeof SIMPLE)[number] | (typeof NESTED)[number]

/** Random fields with random options. Fields of rows can't be unique; nesting ends at three levels. */
export function someFields(around: Surroundings, most: number, depth = 0): GeneratedFields {
  const { dice } = around
  const kinds: readonly Kind[] = depth < 2 ? [...SIMPLE, ...NESTED, ...NESTED] : SIMPLE
  const made: Record<string, GeneratedField> = {}
  for (let n = dice.count(depth === 0 ? 0 : 1, most); n > 0; n -= 1) {
    const kind = dice.one(kinds)
    made[`${kind}${n}`] = oneField(kind, around, depth)
  }
  const asked = Object.keys(made).find((name) => /^(select|checkbox)\d/.test(name))
  if (asked !== undefined && dice.happens(0.6)) {
    const isCheckbox = asked.startsWith('checkbox')
    const showIf = { [asked]: { equals: isCheckbox ? true : 'red' } }
    const definition = f.text({ required: true, admin: { showIf } })
    made['conditional'] = { definition, value: () => 'Only sometimes' }
  }
  return made
}

function oneField(kind: Kind, around: Surroundings, depth: number): GeneratedField {
  const { dice, collections, uploads } = around
  const options = someOptions(around, depth)
  // A required value must not be forbidden to some users.
  const required = { ...options, ...(!('access' in options) && dice.maybe(0.15, { required: true })) }
  const to = dice.one(collections)
  const file = dice.one(uploads)
  const as = (definition: FieldDefinition, value: () => unknown): GeneratedField => ({ definition, value })
  switch (kind) {
    case 'text':
      return as(f.text({ ...required, ...dice.maybe(0.3, { maxLength: 120 }) }), () => dice.one(TEXTS))
    case 'texts':
      return as(f.text({ ...options, many: true }), () => ['one', 'two'])
    case 'textarea':
      return as(f.textarea(required), () => 'One line\nand another')
    case 'email':
      return as(f.email(options), () => 'somebody@example.com')
    case 'url':
      return as(f.url(options), () => 'https://example.com/a/page')
    case 'code':
      return as(f.code({ ...options, language: dice.one(['css', 'json', 'cobol']) }), () => 'p { color: red }')
    case 'number':
      return as(f.number({ ...required, ...dice.maybe(0.4, { integer: true, min: 0, max: 100 }) }), () => 3)
    case 'numbers':
      return as(f.number({ ...options, many: true }), () => [3, 5])
    case 'checkbox':
      return as(f.checkbox(withoutLanguages(options)), () => dice.happens(0.5))
    case 'date':
      return as(f.date(required), () => '2030-02-03T10:00:00.000Z')
    case 'day':
      return as(f.date({ ...options, only: 'day' }), () => '2030-02-03')
    case 'days':
      return as(f.date({ ...options, only: 'day', many: true }), () => ['2030-02-03'])
    case 'select':
      return as(f.select({ ...withoutLanguages(options), options: COLOURS }), () => 'red')
    case 'selects':
      return as(f.select({ ...options, options: COLOURS, many: true }), () => ['red', 'green'])
    case 'json':
      return as(f.json(options), () => ({ deep: [1, { deeper: null }] }))
    case 'point':
      return as(f.point(options), () => [13.4, 52.5])
    case 'richText':
      return as(f.richText(options), () => TEXT)
    case 'color':
      return as(color(options), () => '#0066cc')
    case 'virtual':
      return as(f.virtual({ value: ({ doc }) => Object.keys(doc).length }), () => undefined)
    case 'relationship':
      return as(f.relationship({ ...options, to }), () => null)
    case 'relationships':
      return as(f.relationship({ ...options, to, many: true }), () => [])
    case 'anything':
      return as(f.relationship({ ...options, to: collections, many: true }), () => [])
    case 'upload':
      return as(file === undefined ? f.text(options) : f.upload({ ...options, to: file }), () => null)
    case 'pictures':
      return as(file === undefined ? f.text(options) : f.upload({ ...options, to: file, many: true }), () => null)
    case 'group': {
      const fields = someFields(around, 4, depth + 1)
      return as(f.group({ fields: definitionsOf(fields), ...presented(options) }), () => valuesOf(fields))
    }
    case 'array': {
      const fields = someFields(around, 3, depth + 1)
      return as(f.array({ fields: definitionsOf(fields), ...presented(options) }), () => [
        valuesOf(fields),
        valuesOf(fields),
      ])
    }
    case 'blocks': {
      const [first, second] = [someFields(around, 3, depth + 1), someFields(around, 3, depth + 1)]
      const blocks = {
        first: {
          fields: definitionsOf(first),
          ...dice.maybe(0.5, { label: { en: 'First', de: 'Erster' }, admin: { group: 'A group' } }),
        },
        second: { fields: definitionsOf(second) },
        bare: { fields: {} },
      }
      return as(f.blocks({ blocks, ...presented(options) }), () => [
        { blockType: 'first', ...valuesOf(first) },
        { blockType: 'second', ...valuesOf(second) },
        { blockType: 'bare' },
      ])
    }
  }
}

const COLOURS = ['red', { value: 'green', label: { en: 'Green', de: 'Grün', ar: 'أخضر' } }, 'blue'] as const

const TEXT = {
  type: 'doc',
  content: [
    { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'A heading' }] },
    {
      type: 'paragraph',
      content: [
        { type: 'text', text: 'A text with ' },
        { type: 'text', text: 'bold', marks: [{ type: 'bold' }] },
      ],
    },
  ],
}

/** Options of every field. */
interface Options {
  readonly localized?: boolean
  readonly label?: LocalizedText
  readonly description?: LocalizedText
  readonly access?: FieldAccess
  readonly hidden?: boolean
  readonly admin?: FieldAdmin
}

/** Random options. A field that is alone in a document can be hidden from authors, or visible to them only. */
function someOptions({ dice, isLocalized }: Surroundings, depth: number): Options {
  return {
    ...(isLocalized && dice.maybe(0.35, { localized: true })),
    ...dice.maybe(0.3, { label: dice.one([{ en: 'In two languages', de: 'In zwei Sprachen' }, 'A label']) }),
    ...dice.maybe(0.2, { description: 'What it is for' }),
    ...(depth === 0 &&
      dice.maybe(0.12, { access: dice.one([{ read: adminOnly }, { update: adminOnly }, { create: adminOnly }]) })),
    ...dice.maybe(0.05, { hidden: true }),
    ...dice.maybe(0.4, {
      admin: {
        ...dice.maybe(0.3, { sidebar: dice.happens(0.5) }),
        ...(depth === 0 && dice.maybe(0.4, { tab: dice.one(['Second', { en: 'Third', de: 'Dritter' }]) })),
        ...dice.maybe(0.3, { width: dice.one(['half', 'third']) }),
        ...dice.maybe(0.15, { readOnly: true }),
        ...dice.maybe(0.1, { hidden: true }),
        ...dice.maybe(0.3, { placeholder: 'Something' }),
      },
    }),
  }
}

/** Conditions may only use fields that are not localized and that everyone can read. */
function withoutLanguages({ localized: _, access: _rules, hidden: _hidden, ...options }: Options): Options {
  return options
}

/** Fields that contain fields have fewer options. */
function presented({ label, description, admin, localized }: Options) {
  return {
    ...(label !== undefined && { label }),
    ...(description !== undefined && { description }),
    ...(admin !== undefined && { admin }),
    ...(localized !== undefined && { localized }),
  }
}

export function definitionsOf(fields: GeneratedFields): Record<string, FieldDefinition> {
  return Object.fromEntries(Object.entries(fields).map(([name, { definition }]) => [name, definition]))
}

export function valuesOf(fields: GeneratedFields): Record<string, unknown> {
  const values = Object.entries(fields).map(([name, { value }]) => [name, value()] as const)
  return Object.fromEntries(values.filter(([, value]) => value !== undefined))
}
