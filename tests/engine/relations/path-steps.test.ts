import { scenarios } from '@quirecms/testkit'
import { actors, newsroom } from './newsroom.ts'

const LIST = 'GET /api/collections/articles'
const many = <Value>(count: number, value: Value): Value[] => Array.from({ length: count }, () => value)
const where = (conditions: readonly unknown[]) => `${LIST}?where=${JSON.stringify({ or: conditions })}`

const far = { 'author.mentor.mentor.mentor.mentor.name': { equals: 'x' } }
const near = { 'author.name': { equals: 'x' } }
const rows = { editors: { some: { 'mentor.name': { equals: 'x' } } } }

const answered = (name: string, conditions: readonly unknown[]) => ({
  name,
  call: where(conditions),
  answers: { status: 200, docs: [] },
})
const refused = (name: string, conditions: readonly unknown[]) => ({
  name,
  call: where(conditions),
  answers: { status: 400, code: 'invalid_query', issues: [{ code: 'max' as const, path: 'where' }] },
})

scenarios(
  'steps of all paths of a query into other documents, 100 at most',
  { config: newsroom, actors, matrix: 'validation' },
  [
    answered('one step, a hundred times', many(100, near)),
    answered('five steps, twenty times', many(20, far)),
    refused('one step more', [...many(20, far), near]),
    answered('no steps beside them', [...many(20, far), ...many(80, { title: { equals: 'x' } })]),
    answered('two steps through rows, fifty times', many(50, rows)),
    refused('and one step more', [...many(50, rows), near]),
    refused('operators of one path, each', many(12, { ...far, 'author.mentor.name': { exists: true, contains: 'x' } })),
  ],
)
