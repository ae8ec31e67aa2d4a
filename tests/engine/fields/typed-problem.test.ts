import { createTestApp } from '@quirecms/testkit'
import { typedProblem } from '@quirecms/core/typed-problem'
import { collection, defineConfig, f } from 'quirecms'
import { describe, expect, it, onTestFinished } from 'vitest'

const everybody = () => true
const access = { read: everybody, create: everybody, update: everybody, delete: everybody }

const config = defineConfig({
  collections: {
    things: collection({
      access,
      fields: {
        short: f.text({ maxLength: 3 }),
        long: f.textarea({ minLength: 3, maxLength: 5 }),
        named: f.text({ required: true }),
        code: f.text({ pattern: /^[a-z]+$/ }),
        loose: f.text({ pattern: /^[a-z]+$/i }),
        old: f.text({ pattern: '^[\\w-.]+$' }),
        count: f.number({ min: 2, max: 5 }),
        whole: f.number({ integer: true, min: 0 }),
        mail: f.email(),
        web: f.url(),
        slug: f.slug({ maxLength: 8, minLength: 2 }),
        source: f.code({ maxLength: 4 }),
        rows: f.array({ minRows: 2, maxRows: 3, fields: { a: f.text() } }),
        some: f.array({ required: true, fields: { a: f.text() } }),
        words: f.text({ many: true, maxLength: 2 }),
        day: f.date({ only: 'day' }),
        kind: f.select({ options: ['a', 'b'] }),
        at: f.point(),
      },
    }),
  },
})

const right = { named: 'x', some: [{ a: 'x' }] }

const VALUES: Readonly<Record<string, readonly unknown[]>> = {
  short: ['abc', 'abcd', '😀😀😀', '😀😀😀😀', null],
  long: ['ab', 'abc', 'abcdef'],
  named: [null, 'x'],
  code: ['abc', 'ABC', 'a1'],
  loose: ['abc', 'ABC', 'a1'],
  old: ['a-b.c', 'a b'],
  count: [1, 2, 5, 6, 2.5],
  whole: [1, 1.5, -1],
  mail: [
    'a@b.example',
    'a@b',
    'a b@c.example',
    '.a@b.example',
    'a..b@c.example',
    'a@-b.example',
    'ä@b.example',
    "o'x+1@b.co",
  ],
  web: ['https://example.com', '/about', 'mailto:a@b.example', 'javascript:alert(1)', 'https://', 'a b', 'ftp://x'],
  slug: ['my-post', 'über', 'My post', '-a', 'a', 'much-too-long'],
  source: ['abcd', 'abcde'],
  rows: [[], [{ a: 'x' }], [{}, {}], [{}, {}, {}, {}]],
  some: [[{ a: 'x' }]],
  day: ['2026-03-01', null],
  kind: ['a', null],
  at: [[1, 2]],
}

describe('issues that the admin app shows while the editor types', () => {
  it('equal those of the service for the same value', async () => {
    const app = await createTestApp(config)
    onTestFinished(() => app.close())
    const { body } = await app.request('GET', '/api/schema')
    const fields: Record<string, never> = Object.fromEntries(
      body.manifest.collections.things.fields.map((field: { name: string }) => [field.name, field]),
    )
    const said: unknown[] = []
    const expected: unknown[] = []
    for (const [name, values] of Object.entries(VALUES)) {
      for (const value of values) {
        const answer = await app.request('POST', '/api/collections/things', { body: { ...right, [name]: value } })
        const issues: { code: string; path: string; message: string }[] = answer.body.error?.issues ?? []
        const [issue] = issues.filter(({ path }) => path === name)
        expected.push([name, value, issue && { code: issue.code, message: issue.message }])
        said.push([name, value, typedProblem(fields[name] as never, value)])
      }
    }
    expect(said).toEqual(expected)
    expect(expected.filter((one) => (one as unknown[])[2] !== undefined).length).toBeGreaterThan(20)
  })

  it('are not shown for values that only the service can check', () => {
    const field = { type: 'text', required: false, many: true, maxLength: 2 }
    expect(typedProblem(field, ['abc'])).toBeUndefined()
    expect(typedProblem({ type: 'rating', required: false, many: false, max: 3 }, 9)).toBeUndefined()
    expect(typedProblem({ type: 'text', required: false, many: false, pattern: '(' }, 'x')).toBeUndefined()
  })
})
