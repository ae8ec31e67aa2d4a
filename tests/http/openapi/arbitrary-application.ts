import { collection, type FieldDefinition, type FieldDefinitions, f, global, type QuireConfig } from '@quirecms/core'
import fc from 'fast-check'

/** Part of everything that must never be published: hidden names and values, and sources of functions. */
export const SECRET = 'classified'

const rule = () => SECRET.length === 0

/** Options of any field, including all kinds of functions. */
const common = fc.record(
  {
    required: fc.boolean(),
    localized: fc.boolean(),
    label: fc.string({ minLength: 1 }),
    description: fc.string({ minLength: 1 }),
    validate: fc.constant(() => SECRET),
    access: fc.constant({ read: rule, create: rule, update: rule }),
    hooks: fc.constant({ beforeValidate: [() => SECRET], beforeChange: [() => SECRET], afterRead: [() => SECRET] }),
    admin: fc.constant({
      width: 2,
      components: { cell: () => SECRET, at: new Date(0) },
      list: [rule, 1],
      inner: { rule },
    }),
  },
  { requiredKeys: [] },
)

/** Blocks in a text, with fields whose schemas differ by operation. */
const TEXT_BLOCKS = {
  plain: { fields: { a: f.text({ required: true }), b: f.text({ hidden: true }) } },
  more: { fields: { c: f.text({ localized: true }), d: f.array({ fields: { e: f.number() } }) } },
}

const number = fc.oneof(fc.constant({}), fc.record({ integer: fc.boolean(), min: fc.integer({ max: 0 }) }))

const leaf: fc.Arbitrary<FieldDefinition> = fc.oneof(
  fc
    .tuple(
      common,
      fc.constantFrom('a', () => SECRET),
    )
    .map(([one, preset]) => f.text({ ...one, default: preset })),
  fc.tuple(common, fc.nat(5)).map(([one, minLength]) => f.textarea({ ...one, minLength, pattern: /^[a-z]*$/i })),
  common.map((one) => f.email(one)),
  common.map((one) => f.url(one)),
  common.map((one) => f.code({ ...one, language: 'css' })),
  fc.tuple(common, number).map(([one, own]) => f.number({ ...one, ...own })),
  common.map((one) => f.checkbox(one)),
  common.map((one) => f.date(one)),
  fc.tuple(common, fc.boolean()).map(([one, many]) => f.select({ ...one, options: ['a', 'b'], many })),
  fc.tuple(common, fc.boolean()).map(([one, many]) => f.relationship({ ...one, to: 'first', many })),
  fc.tuple(common, fc.boolean()).map(([one, many]) => f.relationship({ ...one, to: ['first', 'second'], many })),
  common.map((one) => f.json({ ...one, schema: { $ref: '#/$defs/a', $defs: { a: { type: 'object' } } } })),
  common.map((one) => f.json(one)),
  common.map((one) => f.point(one)),
  common.map((one) => f.richText(one)),
  common.map((one) => f.richText({ ...one, to: ['second'], blocks: TEXT_BLOCKS })),
  fc.constant(f.virtual({ value: () => SECRET, access: { read: rule } })),
)

const hiddenField: fc.Arbitrary<FieldDefinition> = fc.oneof(
  common.map((one) => f.text({ ...one, hidden: true, default: SECRET, label: SECRET })),
  common.map((one) => f.group({ ...one, hidden: true, fields: { inner: f.text({ description: SECRET }) } })),
)

const { fields } = fc.letrec<{ field: FieldDefinition; fields: FieldDefinitions }>((tie) => ({
  field: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    leaf,
    fc.tuple(common, tie('fields')).map(([one, inner]) => f.group({ ...one, fields: inner })),
    fc
      .tuple(common, tie('fields'), fc.nat(3))
      .map(([one, inner, minRows]) =>
        f.array({ ...one, fields: inner, minRows, default: [{ [`${SECRET}Note`]: SECRET }] }),
      ),
    fc
      .tuple(common, tie('fields'), tie('fields'))
      .map(([one, quote, gallery]) =>
        f.blocks({ ...one, blocks: { quote: { fields: quote }, gallery: { fields: gallery } } }),
      ),
  ),
  // Every object of fields has a hidden field, and a slug derived from it.
  fields: fc.tuple(fc.array(tie('field'), { maxLength: 3 }), hiddenField).map(([some, hidden]) => ({
    ...Object.fromEntries(some.map((field, index) => [`field${index}`, field])),
    [`${SECRET}Text`]: f.text({ hidden: true }),
    [`${SECRET}Note`]: hidden.type.structure === 'value' ? hidden : f.text({ hidden: true }),
    [`${SECRET}Field`]: hidden,
    slug: f.slug({ from: `${SECRET}Text` }),
  })),
}))

const around = { access: { read: rule, update: rule }, hooks: { beforeChange: [() => SECRET] } }

/** Applications with random fields, localized, with rules, hooks and hidden fields everywhere. */
export const someApplication: fc.Arbitrary<QuireConfig> = fc.tuple(fields, fields, fields).map(([one, two, three]) => ({
  localization: { locales: ['en', 'de'], defaultLocale: 'en' },
  collections: {
    first: collection({
      fields: { ...one, [`${SECRET}Owner`]: f.relationship({ to: 'second', hidden: true }) },
      ...around,
    }),
    second: collection({ fields: { ...two, owned: f.join({ collection: 'first', on: `${SECRET}Owner` }) } }),
  },
  globals: { third: global({ fields: three, ...around }) },
}))
