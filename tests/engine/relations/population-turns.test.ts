import { createTestApp } from '@quirecms/testkit'
import { collection, defineConfig, f } from 'quirecms'
import { expect, inject, it, onTestFinished } from 'vitest'

const everybody = () => true
const config = defineConfig({
  collections: {
    pages: collection({
      fields: { text: f.textarea(), related: f.relationship({ to: 'pages', many: true }) },
      access: { read: everybody },
    }),
  },
})

const page = (number: number) => `01892000-0000-7000-8000-${String(number).padStart(12, '0')}`

it('responses full of populated documents do not block other requests', { tags: ['release'] }, async () => {
  const book = await createTestApp(config, { dialect: 'sqlite', postgresUrl: inject('postgresUrl') })
  onTestFinished(() => book.close())
  const at = '2026-01-01T00:00:00.000Z'
  const base = { revision: 1, createdAt: at, updatedAt: at, shape: '1', columns: {} }
  const related = Array.from({ length: 100 }, (_, index) => page(index))
  await book.app.storage.transaction(async (tx) => {
    for (let number = 0; number < 100; number += 1) {
      const json = JSON.stringify({ text: `${number} `.repeat(200), related })
      await tx.insert('pages', { ...base, id: page(number), json }, [])
    }
  })
  const answered: string[] = []
  const ask = async (name: string, path: string) => {
    const { status } = await book.request('GET', path)
    answered.push(`${name} ${status}`)
  }
  const full = Array.from({ length: 6 }, () => ask('full', '/api/collections/pages?depth=2&limit=100'))
  const short = Array.from({ length: 3 }, () => ask('short', `/api/collections/pages/${page(5)}`))
  await Promise.all([...full, ...short])
  expect(answered.toSorted()).toEqual([...Array(6).fill('full 200'), ...Array(3).fill('short 200')])
  expect(answered.slice(-2)).toEqual(['full 200', 'full 200'])
})
