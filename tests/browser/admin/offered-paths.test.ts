import { createTestApp, must } from '@quirecms/testkit'
import { collection, defineConfig, f } from 'quirecms'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type Model,
  type ModelPath,
  everyPath,
  pathAt,
  pathsOf,
} from '../../../packages/admin/src/data/model/model-path.ts'
import { selectionOfPaths, valuesAt } from '../../../packages/admin/src/data/model/path-selection.ts'
import { schemaIn } from '../../../packages/admin/src/data/schema-in.ts'
import {
  asksAboutRow,
  filterFieldOf,
  readFilters,
  whereOf,
} from '../../../packages/admin/src/screens/list/filter-model.ts'

const staff = ({ actor }: { readonly actor: unknown }) => actor !== null

/** A hospital: nested groups, sections three levels deep, lists of rows, all kinds of relationships, four languages. */
const config = defineConfig({
  localization: { locales: ['en', 'de', 'fr', 'ar'], defaultLocale: 'en' },
  collections: {
    users: collection({ auth: true, fields: { name: f.text(), role: f.select({ options: ['chief', 'nurse'] }) } }),
    wards: collection({
      fields: {
        name: f.text({ localized: true }),
        head: f.relationship({ to: 'users' }),
        site: f.group({ fields: { floor: f.number({ integer: true }), place: f.point() } }),
        budget: f.number({ access: { read: ({ actor }) => actor?.['role'] === 'chief' } }),
      },
      access: { read: staff },
    }),
    secrets: collection({ fields: { text: f.text() }, access: { read: ({ actor }) => actor?.['role'] === 'chief' } }),
    patients: collection({
      versions: { drafts: true },
      fields: {
        name: f.text({ required: true }),
        size: f.group({ fields: { height: f.number(), frame: f.group({ fields: { width: f.number() } }) } }),
        seo: f.group({ localized: true, fields: { title: f.text(), robots: f.checkbox() } }),
        tags: f.text({ many: true }),
        notes: f.richText(),
        extra: f.json(),
        ward: f.relationship({ to: 'wards' }),
        wards: f.relationship({ to: 'wards', many: true }),
        about: f.relationship({ to: ['wards', 'users'] }),
        secret: f.relationship({ to: 'secrets' }),
        guarded: f.text({ access: { read: ({ actor }) => actor?.['role'] === 'chief' } }),
        perDocument: f.text({ access: { read: () => ({ name: { exists: true } }) } }),
        told: f.virtual({ value: () => 'told' }),
        visits: f.join({ collection: 'visits', on: 'patient' }),
        doses: f.array({
          fields: {
            drug: f.text(),
            amount: f.number(),
            times: f.array({ fields: { hour: f.number() } }),
            by: f.relationship({ to: 'users' }),
          },
        }),
        chart: f.blocks({
          blocks: {
            text: { fields: { body: f.textarea() } },
            columns: {
              fields: {
                left: f.blocks({
                  blocks: {
                    card: {
                      fields: {
                        title: f.text(),
                        deeper: f.blocks({
                          blocks: { leaf: { fields: { word: f.text(), ward: f.relationship({ to: 'wards' }) } } },
                        }),
                      },
                    },
                  },
                }),
              },
            },
          },
        }),
      },
      access: { read: staff, readDrafts: staff },
    }),
    visits: collection({
      fields: { day: f.date({ only: 'day' }), patient: f.relationship({ to: 'patients' }) },
      access: { read: staff },
    }),
  },
})

describe('paths that lists offer', () => {
  let app: Awaited<ReturnType<typeof createTestApp<typeof config>>>
  const open = async () => {
    const { wards, patients } = app.app.local.asSystem().collections
    const nurse = await app.app.local.auth.users.createUser({
      data: { email: 'nurse@example.com', role: 'nurse', name: 'Nell' },
      password: 'a long enough one',
    })
    const ward = await wards.create({ name: 'North', head: nurse.id, site: { floor: 3 }, budget: 9 })
    await patients.create({
      name: 'Ann',
      size: { height: 170, frame: { width: 40 } },
      seo: { title: 'About Ann', robots: true },
      ward: ward.id,
      wards: [ward.id],
      about: { relationTo: 'wards', value: ward.id },
      guarded: 'x',
      doses: [
        { drug: 'A', amount: 1, times: [{ hour: 7 }, { hour: 19 }], by: nurse.id },
        { drug: 'B', amount: 2 },
      ],
      chart: [
        { blockType: 'text', body: 'Fine' },
        {
          blockType: 'columns',
          left: [{ blockType: 'card', title: 'Card', deeper: [{ blockType: 'leaf', word: 'deep', ward: ward.id }] }],
        },
      ],
    })
    return nurse
  }
  let nurse: Awaited<ReturnType<typeof open>>
  beforeAll(async () => {
    app = await createTestApp(config)
    nurse = await open()
  })
  afterAll(() => app.close())

  const asNurse = () => app.app.local.as({ ...nurse, collection: 'users' })

  async function modelOf(): Promise<{ readonly model: Model; readonly paths: readonly ModelPath[] }> {
    const { body } = await app.request('GET', '/api/schema')
    const schema = schemaIn(body.manifest, 'en', {})
    const rights = await asNurse().access()
    const model: Model = {
      collections: schema.collections,
      names: {},
      limitsOf(slug) {
        const own = rights.collections[slug as 'wards']
        return own?.operations['read'] ? (own.fields ?? {}) : undefined
      },
    }
    return { model, paths: pathsOf(must(schema.collections['patients'], 'the patients'), model) }
  }

  it('are all accepted by the service: to filter by each operator, to sort by, and to show', async () => {
    const { model, paths } = await modelOf()
    const patients = asNurse().collection('patients')
    const all = everyPath(paths, 1)
    expect(all.length).toBeGreaterThan(80)
    const refused: string[] = []
    const take = (what: string, answer: Promise<unknown>) =>
      answer.catch((error: unknown) => refused.push(`${what}: ${String(error)}`))
    for (const one of all) {
      for (const operator of filterFieldOf(one)?.operators ?? []) {
        const where = whereFor([one.path, operator, operandFor(operator, one)])
        await take(`${one.path} ${operator}`, patients.count({ where, draft: 'newest' }))
      }
      const asked = {
        ...(one.isSortable && { sort: [one.path] }),
        ...(one.isShown && !one.isGroup && selectionOfPaths([one], model.collections)),
      }
      await take(one.path, patients.find({ ...asked, draft: 'newest', limit: 1 }))
    }
    expect(refused).toEqual([])
  })

  it('include all fields that the reader may read', async () => {
    const { paths } = await modelOf()
    const found = (path: string) => pathAt(paths, path)
    for (const path of [
      'size.height',
      'size.frame.width',
      'seo.title',
      'ward.name',
      'ward.site.floor',
      'ward.head.name',
      'wards.name',
      'about.relationTo',
      'about.name',
      'visits.day',
      'doses.drug',
      'doses.times.hour',
      'doses.by.name',
      'chart.blockType',
      'chart.text.body',
      'chart.columns.left.card.deeper.leaf.ward.name',
    ])
      expect(found(path)?.operators, path).not.toEqual([])
    expect(found('size.frame.width')?.labels).toEqual(['Size', 'Frame', 'Width'])
    // A path that the nurse may not read is missing. A field whose rule depends on the document can be a column, but
    // not a filter.
    for (const path of ['guarded', 'ward.budget', 'secret.text', 'doses.by.nothing'])
      expect(found(path), path).toBeUndefined()
    expect(found('perDocument')).toMatchObject({ operators: [], isSortable: false, isShown: true })
    expect(found('size.height')?.isSortable).toBe(true)
    expect(found('ward.name')?.isSortable).toBe(true)
    for (const path of ['doses.amount', 'wards.name', 'visits.day', 'about.name', 'tags', 'ward'])
      expect(found(path)?.isSortable, path).toBe(false)
  })

  it('show their values, of each row and of referenced documents', async () => {
    const { model, paths } = await modelOf()
    const shown = async (...names: string[]) => {
      const asked = names.map((name) => must(pathAt(paths, name), name))
      const { docs } = await asNurse()
        .collection('patients')
        .find({
          ...selectionOfPaths(asked, model.collections),
          draft: 'newest',
        })
      return asked.map(({ steps }) => valuesAt(docs[0], steps))
    }
    expect(await shown('size.frame.width', 'doses.drug', 'doses.times.hour', 'doses.by.name')).toEqual([
      [40],
      ['A', 'B'],
      [7, 19],
      ['Nell'],
    ])
    expect(
      await shown(
        'ward.name',
        'ward.head.name',
        'wards.site.floor',
        'about.name',
        'chart.columns.left.card.deeper.leaf.word',
      ),
    ).toEqual([['North'], ['Nell'], [3], ['North'], ['deep']])
    expect(await shown('visits', 'told', 'perDocument')).toEqual([
      [expect.objectContaining({ totalDocs: 0 })],
      ['told'],
      [],
    ])
  })

  it('combine several conditions on one row', async () => {
    const count = async (...inside: unknown[]) => {
      const where = whereFor(['doses', 'some', inside])
      return (await asNurse().collection('patients').count({ where, draft: 'newest' })).count
    }
    expect(await count(['drug', 'equals', 'A'], ['amount', 'less_than', 2])).toBe(1)
    expect(await count(['drug', 'equals', 'A'], ['amount', 'greater_than', 1])).toBe(0)
    expect(await count(['times', 'some', [['hour', 'equals', 19]]])).toBe(1)
  })
})

const whereFor = (condition: unknown) =>
  must(whereOf(readFilters([[condition]]), { scheduled: [], incomplete: () => ({}) })[0], 'a condition')

/** A valid value for the operator. */
function operandFor(operator: string, { field }: ModelPath): unknown {
  if (operator === 'exists') return true
  if (asksAboutRow(operator)) return []
  if (operator === 'near') return [8, 47, 100]
  if (operator === 'within')
    return {
      type: 'Polygon',
      coordinates: [
        [
          [0, 0],
          [1, 0],
          [1, 1],
          [0, 0],
        ],
      ],
    }
  const value = VALUES[field.type] ?? 'x'
  const one =
    field.type === 'select'
      ? (field.options?.[0]?.value ?? 'x')
      : Array.isArray(field.to)
        ? { relationTo: field.to[0], value: ID }
        : value
  return ['in', 'not_in', 'all'].includes(operator) ? [one] : one
}

const ID = '01900000-0000-7000-8000-000000000000'

const VALUES: Readonly<Record<string, unknown>> = {
  number: 1,
  checkbox: true,
  date: '2030-01-01',
  point: [8, 47],
  relationship: ID,
  upload: ID,
}
