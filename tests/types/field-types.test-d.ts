import { color } from '@quirecms/color'
import { createClient } from '@quirecms/sdk'
import { type App, collection, type CreateInput, defineConfig, type Doc, f, type SortOf, type WhereOf } from 'quirecms'
import {
  buildField,
  commonOptions,
  defineFieldType,
  equality,
  optionKinds,
  type OptionsFor,
  order,
  read,
} from 'quirecms/plugin'
import { expectTypeOf, test } from 'vitest'

interface Money {
  readonly [member: string]: string | number
  readonly amount: number
  readonly currency: string
}

interface MoneyOptions extends OptionsFor<Money> {
  readonly onlyEuro?: boolean
}

const money = buildField<MoneyOptions>()(
  defineFieldType<MoneyOptions, Money>()({
    name: 'money',
    options: { ...commonOptions, onlyEuro: optionKinds.boolean },
    schema: ({ onlyEuro }) => ({
      type: 'object',
      properties: { amount: { type: 'number' }, currency: onlyEuro ? { const: 'EUR' } : { type: 'string' } },
    }),
    storedAs: 'json',
    operators: ['exists'],
    parts: { amount: read.member('amount', 'number'), currency: read.member('currency', 'text') },
  }),
)

const stars = buildField()(
  defineFieldType<object, number>()({
    name: 'stars',
    options: {},
    schema: () => ({ type: 'integer', minimum: 1, maximum: 5 }),
    storedAs: 'number',
    operators: [...equality, ...order],
  }),
)

const config = defineConfig({
  localization: { locales: ['en', 'de'], defaultLocale: 'en' },
  collections: {
    offers: collection({
      fields: {
        title: f.text({ required: true }),
        price: money({ required: true }),
        before: money({ localized: true }),
        rating: stars(),
        tone: color({ required: true }),
        tones: color({ many: true }),
        rows: f.array({ fields: { tone: color() } }),
        inside: f.group({ fields: { tone: color({ required: true }) } }),
        secret: money({ hidden: true }),
      },
    }),
    shops: collection({ fields: { best: f.relationship({ to: 'offers' }) } }),
  },
})

type Config = typeof config

test('documents have the values of custom field types', () => {
  type Offer = Doc<Config, 'offers'>
  expectTypeOf<Offer['price']>().toEqualTypeOf<Money>()
  expectTypeOf<Offer['before']>().toEqualTypeOf<Money | null>()
  expectTypeOf<Offer['rating']>().toEqualTypeOf<number | null>()
  expectTypeOf<Offer['tone']>().toEqualTypeOf<string>()
  expectTypeOf<Offer['tones']>().toEqualTypeOf<string[]>()
  expectTypeOf<Offer['rows'][number]['tone']>().toEqualTypeOf<string | null>()
  expectTypeOf<Offer['inside']['tone']>().toEqualTypeOf<string>()
  expectTypeOf<Doc<Config, 'offers', { locale: 'all' }>['before']['de']>().toEqualTypeOf<Money | null | undefined>()
  // @ts-expect-error -- hidden
  expectTypeOf<Offer['secret']>().toEqualTypeOf<Money>()
})

test('inputs accept them', () => {
  const price = { amount: 1, currency: 'EUR' }
  const data: CreateInput<Config, 'offers'> = { title: 'x', price, tone: '#fff', inside: { tone: '#000' } }
  // @ts-expect-error -- `price` is required
  const incomplete: CreateInput<Config, 'offers'> = { title: 'x', tone: '#fff', inside: { tone: '#000' } }
  // @ts-expect-error -- a rating is a number
  const wrong: CreateInput<Config, 'offers'> = { title: 'x', price, tone: '#fff', inside: { tone: '#0' }, rating: '5' }
  expectTypeOf([data, incomplete, wrong]).toBeArray()
})

test('queries have their operators and parts', () => {
  const where: WhereOf<Config, 'offers'>[] = [
    { price: { exists: true }, 'price.amount': { greater_than: 3 }, 'price.currency': { starts_with: 'E' } },
    { tone: { in: ['#fff', null] }, 'tone.lightness': { less_than: 0.5 } },
    { tones: { contains: '#fff', all: ['#fff'] }, 'tones.red': { equals: 255 } },
    { 'rows.tone': { equals: null }, 'rows.tone.blue': { exists: true } },
    { 'inside.tone.green': { in: [1, 2] }, rating: { greater_than_equal: 4 } },
  ]
  const sort: SortOf<Config, 'offers'>[] = ['-price.amount', 'tone', 'tone.lightness', 'rating', 'inside.tone.red']
  const far: WhereOf<Config, 'shops'> = { 'best.tone.lightness': { greater_than: 0.5 } }
  const farSort: SortOf<Config, 'shops'> = '-best.price.amount'
  const wrong: WhereOf<Config, 'offers'>[] = [
    // @ts-expect-error -- colours are not searched
    { tone: { like: 'f' } },
    // @ts-expect-error -- an amount is a number
    { 'price.amount': { equals: '1' } },
    // @ts-expect-error -- there is no such part
    { 'price.tax': { equals: 1 } },
    // @ts-expect-error -- money can't be compared as a whole
    { price: { equals: { amount: 1, currency: 'EUR' } } },
  ]
  const wrongSort: SortOf<Config, 'offers'>[] = [
    // @ts-expect-error -- money has no order as a whole
    'price',
    // @ts-expect-error -- a list of values has no order
    'tones.red',
    // @ts-expect-error -- neither has what is in rows
    'rows.tone.red',
  ]
  expectTypeOf([where, sort, far, farSort, wrong, wrongSort]).toBeArray()
})

test('builders check their options', () => {
  color({ swatches: ['#fff'] })
  // @ts-expect-error -- not an option
  color({ swatch: '#fff' })
  // @ts-expect-error -- must be true or false
  money({ onlyEuro: 'yes' })
  const misplaced = collection({
    fields: {
      // @ts-expect-error -- a default is a value of its field
      rating: buildField<{ readonly default?: unknown }>()(
        defineFieldType<{ readonly default?: unknown }, number>()({ name: 'stars', options: { default: () => null } }),
      )({ default: 'five' }),
    },
  })
  expectTypeOf(misplaced).toBeObject()
})

test('the local API and the client have them', async () => {
  const { local } = {} as App<Config>
  const { docs } = await local.collections.offers.find({
    where: { 'tone.lightness': { greater_than: 0.5 } },
    sort: ['-price.amount', 'tone.lightness'],
    select: { price: true, tone: true },
  })
  expectTypeOf(docs[0]?.price).toEqualTypeOf<Money | undefined>()
  // @ts-expect-error -- there is no such part
  await local.collections.offers.find({ where: { 'tone.hue': { equals: 1 } } })
  // @ts-expect-error -- money has no order as a whole
  await local.collections.offers.find({ sort: 'price' })
  const client = createClient<Config>()
  const one = await client.collections.offers.findOne('x')
  expectTypeOf(one.price).toEqualTypeOf<Money>()
  await client.collections.offers.find({ where: { 'price.amount': { less_than: 3 } }, sort: 'tone.red' })
})
