import { f, type FieldDefinition, type FieldDefinitions } from '@quirecms/core'
import fc from 'fast-check'

/** A field of a random model, and its former name. */
export interface ModelField {
  readonly kind: 'text' | 'textarea' | 'number' | 'checkbox' | 'select' | 'json' | 'date' | 'group' | 'array' | 'blocks'
  readonly many: boolean
  readonly localized: boolean
  readonly inner: Model
  readonly renamedFrom?: string
}

export type Model = Readonly<Record<string, ModelField>>

/** Two models of one collection, and the reverse steps. */
export interface ModelPair {
  readonly before: Model
  readonly after: Model
  readonly back: Model
}

const SCALARS = ['text', 'textarea', 'number', 'checkbox', 'select', 'json', 'date'] as const
const LISTS: ReadonlySet<string> = new Set(['text', 'number', 'select', 'date'])

const scalar: fc.Arbitrary<ModelField> = fc
  .record({ kind: fc.constantFrom(...SCALARS), many: fc.boolean(), localized: fc.boolean() })
  .map(({ kind, many, localized }) => ({ kind, many: many && LISTS.has(kind), localized, inner: {} }))

const { model } = fc.letrec<{ model: Model; field: ModelField }>((tie) => ({
  field: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    { arbitrary: scalar, weight: 3 },
    fc
      .record({
        kind: fc.constantFrom('group', 'array', 'blocks'),
        localized: fc.boolean(),
        inner: tie('model'),
      })
      .map((one): ModelField => ({ ...one, many: false })),
  ),
  model: fc
    .array(tie('field'), { minLength: 1, maxLength: 4 })
    .map((fields) => Object.fromEntries(fields.map((field, index) => ['abcd'.charAt(index), field]))),
}))

/** Fate of one field. Most stay: otherwise hardly any pair of models could be migrated. */
type Fate = 'stay' | 'go' | 'rename' | 'move' | 'localize' | 'many' | { readonly other: ModelField }

const fate: fc.Arbitrary<Fate> = fc.oneof(
  { arbitrary: fc.constant<Fate>('stay'), weight: 6 },
  fc.constantFrom<Fate>('go', 'rename', 'rename', 'move', 'move', 'localize', 'many'),
  scalar.map((other) => ({ other })),
)

export const modelPair: fc.Arbitrary<ModelPair> = fc
  .tuple(model, fc.infiniteStream(fate), fc.option(scalar, { nil: undefined }))
  .map(([before, fates, added]) => {
    const next = () => fates.next().value as Fate
    const { after, back } = changed(before, next, [])
    return { before, back, after: added ? { ...after, added } : after }
  })

/** `way` is the path to fields that can be moved: through groups that stay. */
function changed(before: Model, next: () => Fate, way: readonly string[] | null): Pick<ModelPair, 'after' | 'back'> {
  const after: Record<string, ModelField> = {}
  const back: Record<string, ModelField> = {}
  for (const [name, field] of Object.entries(before)) {
    const become = next()
    const isOpen = way !== null && become === 'stay' && field.kind === 'group' && !field.localized
    const inner = changed(field.inner, next, isOpen ? [...way, name] : null)
    const isScalar = Object.keys(field.inner).length === 0
    const kept = { ...field, inner: inner.after }
    back[name] = { ...field, inner: inner.back }
    if (become === 'go') continue
    if (become === 'rename') {
      after[`${name}2`] = { ...kept, renamedFrom: name }
      back[name] = { ...field, inner: inner.back, renamedFrom: `${name}2` }
    } else if (become === 'move' && way) {
      const moved = { ...kept, renamedFrom: `/${[...way, name].join('/')}` }
      after[`${name}g`] = { kind: 'group', many: false, localized: false, inner: { [name]: moved } }
      back[name] = { ...field, inner: inner.back, renamedFrom: `/${[...way, `${name}g`, name].join('/')}` }
    } else if (become === 'move') after[name] = kept
    else if (become === 'localize') after[name] = { ...kept, localized: !field.localized }
    else if (become === 'many') after[name] = isScalar ? { ...field, many: !field.many && LISTS.has(field.kind) } : kept
    else if (typeof become === 'object') after[name] = isScalar ? become.other : kept
    else after[name] = kept
  }
  return { after, back }
}

/** The fields of a model, for a configuration. */
export function fieldsOf(fields: Model): FieldDefinitions {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, definitionOf(field)]))
}

function definitionOf({ kind, many, localized, inner, renamedFrom }: ModelField): FieldDefinition {
  const common = { localized, ...(renamedFrom !== undefined && { renamedFrom }) }
  switch (kind) {
    case 'group':
      return f.group({ ...common, fields: fieldsOf(inner) })
    case 'array':
      return f.array({ ...common, fields: fieldsOf(inner) })
    case 'blocks':
      return f.blocks({ ...common, blocks: { one: { fields: fieldsOf(inner) }, two: { fields: fieldsOf(inner) } } })
    case 'select':
      return f.select({ ...common, many, options: ['x', 'y', '7'] })
    case 'text':
      return f.text({ ...common, many })
    case 'number':
      return f.number({ ...common, many })
    case 'date':
      return f.date({ ...common, many })
    case 'textarea':
      return f.textarea(common)
    case 'checkbox':
      return f.checkbox(common)
    case 'json':
      return f.json(common)
  }
}

/** Content of a model, in the form of `locale=all`. */
export function contentOf(fields: Model, isInLocale = false): fc.Arbitrary<Record<string, unknown>> {
  return fc.record(
    Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, fieldContent(field, isInLocale)])),
  )
}

function fieldContent(field: ModelField, isInLocale: boolean): fc.Arbitrary<unknown> {
  if (!field.localized || isInLocale) return valueOf(field, isInLocale)
  const value = valueOf(field, true)
  // Other locales mostly have the same value or none: different ones can't become one value.
  return fc.oneof(
    { arbitrary: value.map((en) => ({ en })), weight: 4 },
    value.map((en) => ({ en, de: en })),
    // An empty translation is dropped with the locale, like null.
    fc.record({ en: value.filter(holdsSomething), de: value.filter(holdsSomething) }),
    fc.constant({}),
  )
}

function holdsSomething(value: unknown): boolean {
  return typeof value === 'object' && value !== null ? Object.entries(value).some(isContent) : value !== null
}

function isContent([name, value]: [string, unknown]): boolean {
  return name !== 'id' && name !== 'blockType' && holdsSomething(value)
}

const TEXTS = ['x', '7', '1.5', 'true', '2026-03-01T09:30:00.000Z', 'Hällo'] as const

function valueOf(field: ModelField, isInLocale: boolean): fc.Arbitrary<unknown> {
  const { kind, many, inner } = field
  const row = (more: object, index: number) =>
    contentOf(inner, isInLocale).map((content) => ({ id: `r${index}`, ...more, ...content }))
  switch (kind) {
    case 'group':
      return contentOf(inner, isInLocale)
    case 'array':
      return fc.oneof(fc.constant([]), fc.tuple(row({}, 0), row({}, 1)))
    case 'blocks':
      return fc.oneof(fc.constant([]), fc.tuple(row({ blockType: 'one' }, 0), row({ blockType: 'two' }, 1)))
    default:
      return many ? fc.array(SCALAR_VALUES[kind], { maxLength: 2 }) : fc.option(SCALAR_VALUES[kind])
  }
}

const SCALAR_VALUES = {
  text: fc.constantFrom(...TEXTS),
  textarea: fc.constantFrom(...TEXTS),
  number: fc.constantFrom(0, 7, 1.5, -3),
  checkbox: fc.boolean(),
  select: fc.constantFrom('x', 'y', '7'),
  json: fc.constantFrom<unknown>('x', 7, true, { deep: [1] }, ['x']),
  date: fc.constantFrom('2026-03-01T09:30:00.000Z', '1999-12-31T00:00:00.000Z'),
} as const
