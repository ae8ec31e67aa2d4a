import { describe, expect, it } from 'vitest'
import { entityOf } from '../../../../tests/unit/journal.ts'
import type { FieldDefinitions } from '../../../core/src/contracts/field.ts'
import type { DocumentTable } from '../../../core/src/contracts/storage-schema.ts'
import { f } from '../../../core/src/fields/index.ts'
import type { WriteLog } from '../dialect/database.ts'
import { postgresDialect } from '../dialect/postgres/postgres-dialect.ts'
import { sqliteDialect } from '../dialect/sqlite/sqlite-dialect.ts'
import { DocumentTables } from '../documents/document-tables.ts'
import { planMigrations } from './plan.ts'
import type { PlannedStep } from './planned-step.ts'
import { recordedKey, type RecordedObject } from './record.ts'

const WRITES: WriteLog = { wrote() {}, wroteAnything() {}, ended() {} }

/** A database records one object at each of these. */
const remadeKey = ({ kind, table: of, name }: RecordedObject) => `${kind} ${of} ${name}`

const table = (slug: string, fields: FieldDefinitions, rest: Partial<DocumentTable> = {}): DocumentTable => ({
  ...entityOf(slug, fields).table,
  ...rest,
})
const posts = (rest: Partial<DocumentTable> = {}) => table('posts', { title: f.text() }, rest)

describe.each([
  ['SQLite', sqliteDialect],
  ['PostgreSQL', postgresDialect],
])('a plan for %s', (_, dialect) => {
  const plan = (tables: readonly DocumentTable[], present: readonly RecordedObject[] = []) =>
    planMigrations(new DocumentTables({ tables }, dialect, WRITES), [], present)
  const said = (steps: readonly PlannedStep[]) =>
    steps.map(({ description, destructive }) => (destructive ? `! ${description}` : description))

  /** What is recorded once all steps were done. */
  function after(steps: readonly PlannedStep[], present: readonly RecordedObject[] = []): RecordedObject[] {
    return steps.reduce<RecordedObject[]>(
      (objects, { gone, made }) => {
        const [dropped, remade] = [new Set(gone.map(recordedKey)), new Set(made.map(remadeKey))]
        return [...objects.filter((one) => !dropped.has(recordedKey(one)) && !remade.has(remadeKey(one))), ...made]
      },
      [...present],
    )
  }
  const recorded = (tables: readonly DocumentTable[]) => after(plan(tables))

  it('creates everything in an empty database, base tables first', () =>
    expect(said(plan([posts()]))).toEqual(['prepare the database', 'create table posts']))

  it('is empty if everything exists', () => expect(plan([posts()], recorded([posts()]))).toEqual([]))

  it('creates an additional table without changing the others', () =>
    expect(said(plan([posts(), table('pages', {})], recorded([posts()])))).toEqual(['create table pages']))

  it('drops removed tables at the end, as destructive steps', () => {
    const steps = said(plan([table('pages', {})], recorded([posts()])))
    expect(steps).toEqual(['create table pages', '! drop table posts'])
  })

  it('runs destructive steps last, wherever they are planned', () => {
    const old: RecordedObject = { kind: 'records', table: 'old-records', name: '', definition: '' }
    const steps = said(plan([table('posts', { title: f.text({ index: true }) })], [...recorded([posts()]), old]))
    expect(steps.length).toBeGreaterThan(1)
    expect(steps.findIndex((step) => step.startsWith('!'))).toBe(steps.length - 1)
    expect(steps.at(-1)).toContain('old-records')
  })

  it('creates and drops indexes without a warning', () => {
    const indexed = table('posts', { title: f.text({ index: true }) })
    const made = plan([indexed], recorded([posts()]))
    expect(said(made)).toContainEqual(expect.stringMatching(/^create index posts title/))
    expect(said(made).filter((step) => step.startsWith('!'))).toEqual([])
    const dropped = said(plan([posts()], after(made, recorded([posts()]))))
    expect(dropped).toContainEqual(expect.stringMatching(/^drop index posts title/))
    expect(dropped.filter((step) => step.startsWith('!'))).toEqual([])
  })

  it('says which index is unique', () =>
    expect(said(plan([table('posts', { title: f.text({ unique: true }) })], recorded([posts()])))).toContainEqual(
      expect.stringMatching(/^create unique index posts title/),
    ))

  const column = { name: 'deletedAt', type: 'text', onWrite: null } as unknown as DocumentTable['columns'][number]

  it('adds a column, and drops it with a warning', () => {
    const wide = posts({ columns: [column] })
    const added = plan([wide], recorded([posts()]))
    expect(said(added)).toContain('add column posts deletedAt')
    expect(said(plan([posts()], after(added, recorded([posts()]))))).toContain('! drop column posts deletedAt')
  })

  it('replaces a column of another type before it adds the new one', () => {
    const number = { ...column, type: 'integer' } as DocumentTable['columns'][number]
    const steps = said(plan([posts({ columns: [number] })], recorded([posts({ columns: [column] })])))
    const [dropped, added] = ['! drop column posts deletedAt', 'add column posts deletedAt'].map((step) =>
      steps.indexOf(step),
    )
    expect(dropped).toBeGreaterThanOrEqual(0)
    expect(dropped).toBeLessThan(added as number)
  })

  it('renames a table instead of creating another', () => {
    const articles = table('articles', { title: f.text() }, { renamedFrom: 'posts' })
    const steps = said(plan([articles], recorded([posts()])))
    expect(steps.some((step) => step.startsWith('rename'))).toBe(true)
    expect(steps.some((step) => step.startsWith('create table') || step.startsWith('!'))).toBe(false)
  })

  it('inserts the first document of a global once', () => {
    const seeded = posts({ seed: { id: 'posts', json: '{}', columns: {} } })
    expect(said(plan([seeded]))).toContain('seed posts')
    expect(plan([seeded], recorded([seeded]))).toEqual([])
  })

  it('terminates: after any change of fields, no step is left', () => {
    const changes: FieldDefinitions[] = [
      { title: f.text({ index: true }) },
      { title: f.number() },
      { title: f.text(), tags: f.select({ options: ['a'], many: true }) },
      { name: f.text({ unique: true }) },
      {},
    ]
    let present = recorded([posts()])
    for (const fields of changes) {
      const steps = plan([table('posts', fields)], present)
      present = after(steps, present)
      expect(said(plan([table('posts', fields)], present))).toEqual([])
    }
  })
})

describe('recorded schema objects', () => {
  const object: RecordedObject = { kind: 'index', table: 'a', name: 'b', definition: 'c' }
  it.each<[string, Partial<RecordedObject>]>([
    ['kind', { kind: 'column' }],
    ['table', { table: 'x' }],
    ['name', { name: 'x' }],
    ['definition', { definition: 'x' }],
  ])('are distinguished by %s', (_, change) =>
    expect(recordedKey({ ...object, ...change })).not.toBe(recordedKey(object)),
  )
})
